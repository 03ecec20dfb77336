import { useEffect, useRef, useState } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { createFieldError, isRequestError } from '#shared/failure.ts'
import { getImageUrl } from '#shared/image-urls.ts'
import { describeRefusedFile, findImageProblem } from '#shared/web/image-file.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { pictureText } from '../../add-product-spec.ts'
import type { ProductsContract } from '../../contract.ts'
import { productLimits } from '../../spec.ts'

type AddPicturesOptions = {
  /** How many there are already. */
  count: number
  /** Called with each picture once the server has it. */
  onAdded: (picture: string) => void
}

export type PictureAdder = {
  /** How many are on their way. */
  waiting: number
  /** Why the last ones were not added, a line for each. */
  problem: string | undefined
  addFiles: (files: readonly File[]) => Promise<void>
  /** Resolves to whether it was added. */
  addLink: (link: string) => Promise<boolean>
}

/** Sends pictures to the server one after the other, before the product is saved. */
export function useAddPictures({ count, onAdded }: AddPicturesOptions): PictureAdder {
  const send = useApiClient()
  const [waiting, setWaiting] = useState(0)
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
      setProblem((others) => (others ? `${others}\n${line}` : line))
      return false
    } finally {
      setWaiting((left) => left - 1)
    }
  }

  return {
    waiting,
    problem,
    async addFiles(files) {
      const room = productLimits.pictures - count - waiting
      const taken = files.slice(0, Math.max(0, room))
      setProblem(files.length > room ? pictureText.tooMany : undefined)
      setWaiting((others) => others + taken.length)
      for (const file of taken) await add(() => sendFile(send, file), file.name)
    },
    async addLink(link) {
      setProblem(undefined)
      setWaiting((others) => others + 1)
      return add(() => sendLink(send, link))
    },
  }
}

async function sendFile(send: ApiClient, file: File): Promise<string> {
  const problem = await findImageProblem(file)
  if (problem === 'too-large') throw createFieldError('file', pictureText.tooLarge)
  if (problem) throw createFieldError('file', await describeRefusedFile(file, pictureText.notAnImage))
  const parts = { body: {}, file }
  const { data } = await send<ProductsContract['addProductPicture']>(
    'POST /products/addProductPicture',
    parts,
  )
  return data.picture
}

/** A link may lead to no image; that is seen before it is part of a product. */
async function sendLink(send: ApiClient, link: string): Promise<string> {
  const parts = { body: { link }, file: undefined }
  const { data } = await send<ProductsContract['addProductPicture']>(
    'POST /products/addProductPicture',
    parts,
  )
  const image = new Image()
  image.src = getImageUrl(data.picture, 160)
  await image.decode().catch(() => {
    throw createFieldError('link', pictureText.brokenLink)
  })
  return data.picture
}

/** Images in the clipboard are added wherever they are pasted in the page. */
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

export function listImages(given: DataTransfer | null): File[] {
  return [...(given?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}
