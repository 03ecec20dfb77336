import { useEffect, useState } from 'react'
import type { ApiClient } from '#shared/contract.ts'
import { getErrorMessage, isRequestError } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useStore } from '#shared/web/store.ts'
import type { MemberPhotosContract } from '../contract.ts'
import { submissionText } from '../texts-and-limits.ts'
import { preparePhoto } from './add-photos/photo-file.ts'
import {
  createPhotoQueue,
  hasPendingPhotos,
  type PhotoQueue,
  type QueuedPhoto,
  type SendOptions,
} from './add-photos/photo-queue.ts'

type PhotoQueueOptions = {
  /** True while the form with the photos is being sent. */
  isSending: boolean
  maxCount?: number
}
export type PhotoQueueState = { queue: PhotoQueue; photos: readonly QueuedPhoto[] }

/** Photos that a form uploads before it is sent; leaving the page discards them. */
export function usePhotoQueue({ isSending, maxCount }: PhotoQueueOptions): PhotoQueueState {
  const send = useApiClient()
  const [queue] = useState(() => createQueue(send, maxCount))
  const photos = useStore(queue.store)
  useAbandonOnLeave(queue)
  useLeaveWarning(isSending || hasPendingPhotos(photos))
  return { queue, photos }
}

/** Why the photos cannot be sent yet. */
export function findBlockedReason(photos: readonly QueuedPhoto[]): string | undefined {
  if (hasPendingPhotos(photos)) return 'Uploading…'
  return photos.some(({ state }) => state === 'failed') ? 'Remove what failed, or try it again.' : undefined
}

/** Uploads photos one after another, without a queue; resolves to their ids, and rejects with a message for people. */
export function useUploadPhotos(): (files: readonly File[]) => Promise<string[]> {
  const send = useApiClient()
  return async (files) => {
    const ids: string[] = []
    for (const file of files) {
      const prepared = await preparePhoto(file)
      if ('problem' in prepared) throw new Error(`${file.name}: ${prepared.problem}`)
      ids.push(await uploadPhoto(send, prepared.file))
    }
    return ids
  }
}

async function uploadPhoto(send: ApiClient, file: Blob, options?: SendOptions): Promise<string> {
  const { data } = await send<MemberPhotosContract['uploadQcPhoto']>(
    'POST /qc-photos/uploads',
    { file },
    options,
  )
  return data.id
}

function createQueue(send: ApiClient, maxCount: number | undefined): PhotoQueue {
  return createPhotoQueue({
    ...(maxCount && { maxCount }),
    prepare: preparePhoto,
    send: (file, options) => uploadPhoto(send, file, options),
    discard: (id) => {
      // An upload that cannot be deleted now is deleted by the hourly sweep.
      send<MemberPhotosContract['deleteQcUpload']>(
        'DELETE /qc-photos/uploads/{id}',
        { params: { id } },
        { isQuiet: true },
      ).catch(() => undefined)
    },
    describeError: (error) =>
      isRequestError(error) && error.status === 413
        ? submissionText.tooLarge
        : getErrorMessage(error, submissionText.uploadFailed),
  })
}

function useAbandonOnLeave(queue: PhotoQueue): void {
  useEffect(() => () => queue.abandon(), [queue])
}

function useLeaveWarning(hasUnsentPhotos: boolean): void {
  useEffect(() => {
    if (!hasUnsentPhotos) return undefined
    const listener = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', listener)
    return () => window.removeEventListener('beforeunload', listener)
  }, [hasUnsentPhotos])
}
