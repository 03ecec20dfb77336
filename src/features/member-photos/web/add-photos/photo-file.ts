import { describeRefusedFile, findImageProblem } from '#shared/web/image-file.ts'
import { submissionText } from '../../texts-and-limits.ts'

/** Smaller files are sent unchanged. */
const shrinkAboveBytes = 1024 * 1024
/** The maximum side that the server stores, in px. */
const maxSidePx = 1600
const jpegQuality = 0.9

export type PreparedPhoto = { file: Blob } | { problem: string }

/** The bytes to send for a photo, scaled down here where that saves time; or why it is invalid. */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto> {
  const problem = await findImageProblem(file)
  if (problem === 'no-image') return { problem: await describeRefusedFile(file, submissionText.notAnImage) }
  const smaller = file.size > shrinkAboveBytes ? await shrinkPhoto(file).catch(() => undefined) : undefined
  if (smaller && smaller.size < file.size) return { file: smaller }
  return problem === 'too-large' ? { problem: submissionText.tooLarge } : { file }
}

/** Rejects for what the browser cannot decode. */
async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser cannot draw on a canvas.')
  context.fillStyle = '#fff' // a JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    const handleBlob = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The browser could not encode the photo.'))
    canvas.toBlob(handleBlob, 'image/jpeg', jpegQuality)
  })
}
