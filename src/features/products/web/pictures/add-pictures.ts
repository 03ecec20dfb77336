import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { createFieldError, isRequestError } from '#shared/failure.ts'
import { getImageUrl } from '#shared/image-urls.ts'
import { describeRefusedFile, findImageProblem } from '#shared/web/image-file.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { pictureText } from '../../add-product-texts.ts'
import type { ProductsContract } from '../../contract.ts'
import { productLimits } from '../../texts-and-limits.ts'

type AddPicturesOptions = {
  /** The number of existing pictures. */
  count: number
  /** Called with each picture once the server has stored it. */
  onAdded: (picture: string) => void
}

export type PictureAdder = {
  /** The number of uploads in progress. */
  pending: number
  /** The errors of the last uploads, one per line. */
  problem: string | undefined
  addFiles: (files: readonly File[]) => Promise<void>
  /** Resolves to true when the picture was added. */
  addLink: (link: string) => Promise<boolean>
}

/** Uploads pictures one after the other, before the product is saved. */
export function useAddPictures({ count, onAdded }: AddPicturesOptions): PictureAdder {
  const send = useApiClient()
  const [pending, setPending] = useState(0)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(onAdded)
  useEffect(() => {
    latest.current = onAdded
  })

  async function add(request: () => Promise<string>, name = ''): Promise<boolean> {
    try {
      latest.current(await request())
      return true
    } catch (error) {
      const reason = isRequestError(error) ? error.message : pictureText.failed
      const line = name ? `${name}: ${reason}` : reason
      setProblem((lines) => (lines ? `${lines}\n${line}` : line))
      return false
    } finally {
      setPending((count) => count - 1)
    }
  }

  return {
    pending,
    problem,
    async addFiles(files) {
      const remaining = productLimits.pictures - count - pending
      const accepted = files.slice(0, Math.max(0, remaining))
      setProblem(files.length > remaining ? pictureText.tooMany : undefined)
      setPending((count) => count + accepted.length)
      for (const file of accepted) await add(() => sendFile(send, file), file.name)
    },
    async addLink(link) {
      setProblem(undefined)
      setPending((count) => count + 1)
      return add(() => sendLink(send, link))
    },
  }
}

async function sendFile(send: ApiClient, file: File): Promise<string> {
  const problem = await findImageProblem(file)
  if (problem === 'too-large') throw createFieldError('file', pictureText.tooLarge)
  if (problem) throw createFieldError('file', await describeRefusedFile(file, pictureText.notAnImage))
  const input = { body: {}, file }
  const { data } = await send<ProductsContract['addProductPicture']>(
    'POST /products/addProductPicture',
    input,
  )
  return data.picture
}

/** Adds a linked image. It is loaded once here, so that a link without an image is rejected before the product is saved. */
async function sendLink(send: ApiClient, link: string): Promise<string> {
  const input = { body: { link }, file: undefined }
  const { data } = await send<ProductsContract['addProductPicture']>(
    'POST /products/addProductPicture',
    input,
  )
  const image = new Image()
  image.src = getImageUrl(data.picture, 160)
  await image.decode().catch(() => {
    throw createFieldError('link', pictureText.brokenLink)
  })
  return data.picture
}

/** Passes pasted images to `onFiles`, wherever they are pasted in the page. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const files = listImages(event.clipboardData)
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])
}

/** The image files of a paste or drop. */
export function listImages(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}
