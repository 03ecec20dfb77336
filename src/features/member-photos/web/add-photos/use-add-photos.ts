import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProductInfo } from '#features/products/contract.ts'
import type { ApiClient } from '#shared/contract.ts'
import { isRequestError, messageOf } from '#shared/failure.ts'
import type { ItemParams } from '#shared/shops.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import { useStore } from '#shared/web/store.ts'
import { toast } from '#shared/web/ui/toasts.ts'
import type { MemberPhotosContract, PhotoSubmissionDraft } from '../../contract.ts'
import { submissionText } from '../../spec.ts'
import { prepare } from './photo-file.ts'
import { createPhotoQueue, isBusy, type Photo, type PhotoQueue } from './photo-queue.ts'

/** The item whose photos are added, with its seller's data. */
export type PhotographedItem = { item: ItemParams; info: ProductInfo | null | undefined }
export type About = { agent: string; variant: string; takenAt: string }
/** Among the options: the name is typed in the field beside it. */
export const another = 'another'

/** Answers that a new submission changes. */
const changed = [
  ['qcSetsOfMine'],
  ['qcPhotos'],
  ['getAllProduct'],
  ['findProductById'],
  ['qcSets'],
  ['overview'],
]

/** The state of a new submission, from the first file to the confirmation. */
export function useAddPhotos(item: ItemParams, onSent: () => void) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const [queue] = useState(() => createQueue(send))
  const photos = useStore(queue.store)
  const [fault, setFault] = useState<string>()
  const [note, setNote] = useState('')
  const [isSending, setSending] = useState(false)
  useAbandoned(queue)
  useLeaveWarning(isSending || isBusy(photos))

  async function post(about: About): Promise<boolean> {
    const uploads = photos.flatMap(({ id }) => id ?? [])
    setSending(true)
    setFault(undefined)
    try {
      const body: PhotoSubmissionDraft = { ...item, uploads, ...about, takenAt: about.takenAt || null }
      const { message } = await send<MemberPhotosContract['createQcSet']>('POST /qc-photos/sets', { body })
      queue.clear()
      toast.success(message)
      onSent()
      return true
    } catch (error) {
      const [wrong] = isRequestError(error) ? (error.errors ?? []) : []
      setFault(wrong?.message ?? messageOf(error, submissionText.sendFailed))
      return false
    } finally {
      setSending(false)
      // After a lost answer, too: the photos may have arrived.
      for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
    }
  }

  return {
    queue,
    photos,
    fault,
    note,
    isSending,
    reason: reasonOf(photos),
    add(files: readonly File[]) {
      const left = queue.add(files)
      setNote(left > 0 ? submissionText.tooMany : '')
      setFault(undefined)
    },
    send: post,
  }
}

function createQueue(send: ApiClient): PhotoQueue {
  return createPhotoQueue({
    prepare,
    send: async (file, options) => {
      const { data } = await send<MemberPhotosContract['uploadQcPhoto']>(
        'POST /qc-photos/uploads',
        { file },
        options,
      )
      return data.id
    },
    discard: (id) => {
      // What cannot be deleted now is swept within the hour.
      send<MemberPhotosContract['deleteQcUpload']>(
        'DELETE /qc-photos/uploads/{id}',
        { params: { id } },
        { isQuiet: true },
      ).catch(() => undefined)
    },
    problemOf: (error) =>
      isRequestError(error) && error.status === 413
        ? submissionText.tooLarge
        : messageOf(error, submissionText.uploadFailed),
  })
}

/** Why the photos cannot be sent yet. */
function reasonOf(photos: readonly Photo[]): string | undefined {
  if (photos.length === 0) return submissionText.none
  if (isBusy(photos)) return 'Uploading…'
  return photos.some(({ state }) => state === 'failed') ? 'Remove what failed, or try it again.' : undefined
}

/** Leaving the page discards the uploads. */
function useAbandoned(queue: PhotoQueue): void {
  useEffect(() => () => queue.abandon(), [queue])
}

function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined
    const listener = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', listener)
    return () => window.removeEventListener('beforeunload', listener)
  }, [isNeeded])
}

/** The form's values. */
export function aboutIn(form: HTMLFormElement): About {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const chosen = (name: string) => (text(name) === another ? text(`${name}-other`) : text(name))
  return { agent: chosen('agent'), variant: chosen('variant'), takenAt: text('takenAt') }
}
