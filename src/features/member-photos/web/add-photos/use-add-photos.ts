import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { MemberPhotosContract, PhotoSubmissionDraft } from '../../contract.ts'
import { submissionText } from '../../texts-and-limits.ts'
import { findBlockedReason, usePhotoQueue } from '../use-photo-queue.ts'

/** The item whose photos are added, with its seller's data. */
export type PhotographedItem = { item: ItemParams; info: ProductInfo | null | undefined }
export type PhotoDetails = { agent: string; variant: string; takenAt: string }
/** The option for another name, which is typed in the text field. */
export const otherChoice = 'another'

/** The queries that a new submission makes stale. */
const staleQueries = [
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
  const [error, setError] = useState<string>()
  const [note, setNote] = useState('')
  const [isSending, setSending] = useState(false)
  const { queue, photos } = usePhotoQueue({ isSending })

  async function submit(details: PhotoDetails): Promise<boolean> {
    const uploads = photos.flatMap(({ id }) => id ?? [])
    setSending(true)
    setError(undefined)
    try {
      const body: PhotoSubmissionDraft = { ...item, uploads, ...details, takenAt: details.takenAt || null }
      const { message } = await send<MemberPhotosContract['createQcSet']>('POST /qc-photos/sets', { body })
      queue.clear()
      toast.success(message)
      onSent()
      return true
    } catch (cause) {
      const [fieldError] = isRequestError(cause) ? (cause.errors ?? []) : []
      setError(fieldError?.message ?? getErrorMessage(cause, submissionText.sendFailed))
      return false
    } finally {
      setSending(false)
      // Also after an error: the response may have been lost.
      for (const queryKey of staleQueries) void queryClient.invalidateQueries({ queryKey })
    }
  }

  return {
    queue,
    photos,
    error,
    note,
    isSending,
    reason: photos.length === 0 ? submissionText.none : findBlockedReason(photos),
    add(files: readonly File[]) {
      const rejectedCount = queue.add(files)
      setNote(rejectedCount > 0 ? submissionText.tooMany : '')
      setError(undefined)
    },
    send: submit,
  }
}

/** The form's values. */
export function readPhotoDetails(form: HTMLFormElement): PhotoDetails {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const chosen = (name: string) => (text(name) === otherChoice ? text(`${name}-other`) : text(name))
  return { agent: chosen('agent'), variant: chosen('variant'), takenAt: text('takenAt') }
}
