import { photoTypes, type ReadPhoto, readingLimits } from '../../page-reading.ts'
import { encodeBase64 } from './base64.ts'

/** Where a photo may be, the largest form first. */
export type PhotoSource = { addresses: string[] }

/** In px: a smaller picture is no photo but its thumbnail. */
const minSide = 240

/** The bytes of photos, as the page itself may read them, and how many it may not. In order; at once. */
export async function readPhotos(
  sources: readonly PhotoSource[],
  end: number,
): Promise<{ photos: ReadPhoto[]; unreadPhotos: number }> {
  const signal = AbortSignal.timeout(Math.max(1, end - performance.now()))
  const results = await Promise.all(sources.map((source) => readPhoto(source, signal)))
  let remaining: number = (readingLimits.allPhotosBytes / 3) * 4
  const photos = results.filter((photo): photo is ReadPhoto => {
    remaining -= photo?.base64.length ?? 0
    return photo !== undefined && remaining >= 0
  })
  return { photos, unreadPhotos: results.length - photos.length }
}

async function readPhoto({ addresses }: PhotoSource, signal: AbortSignal): Promise<ReadPhoto | undefined> {
  for (const address of addresses) {
    const photo = await fetchPhoto(address, signal).catch(() => undefined)
    if (photo) return photo
  }
  return undefined
}

async function fetchPhoto(address: string, signal: AbortSignal): Promise<ReadPhoto | undefined> {
  const response = await fetch(address, { signal, referrerPolicy: 'no-referrer' })
  const bytes = await response.blob()
  const type = photoTypes.find((name) => name === bytes.type.split(';')[0])
  if (!response.ok || !type || bytes.size > readingLimits.photoBytes) return undefined
  const picture = await createImageBitmap(bytes)
  const isPhoto = Math.min(picture.width, picture.height) >= minSide
  picture.close()
  return isPhoto ? { type, base64: encodeBase64(new Uint8Array(await bytes.arrayBuffer())) } : undefined
}
