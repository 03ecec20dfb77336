import { createStore, type Store } from '#shared/web/store.ts'
import { submissionLimits } from '../../texts-and-limits.ts'
import type { PreparedPhoto } from './photo-file.ts'

export type QueuedPhoto = {
  key: number
  /** The file's name, for screen readers. */
  name: string
  /** The file's blob URL in this page, or the address of a photo that was submitted before. */
  preview: string
  state: 'waiting' | 'sending' | 'ready' | 'failed'
  /** The uploaded fraction, from 0 to 1. */
  share: number
  /** Why it failed. */
  problem?: string
  /** The upload's id, once it is ready. */
  id?: string
  /** True for a photo that was submitted before: removing it here does not delete it. */
  isSubmitted?: true
}

export type SendOptions = { onProgress: (share: number) => void; signal: AbortSignal }
type PhotoQueueDeps = {
  prepare: (file: Blob) => Promise<PreparedPhoto>
  /** Resolves to the id of the upload. */
  send: (file: Blob, sending: SendOptions) => Promise<string>
  /** Deletes an upload that was removed; the queue does not wait for it. */
  discard: (id: string) => void
  describeError: (error: unknown) => string
  /** The maximum number of photos. */
  maxCount?: number
}

/** Concurrent uploads: more would only make each slower. */
const maxConcurrentSends = 2

export type PhotoQueue = ReturnType<typeof createPhotoQueue>

/** Uploading photos, in the order in which they will be shown. */
export function createPhotoQueue({
  prepare,
  send,
  discard,
  describeError,
  maxCount = submissionLimits.photos,
}: PhotoQueueDeps) {
  const store: Store<readonly QueuedPhoto[]> = createStore<readonly QueuedPhoto[]>([])
  const files = new Map<number, Blob>()
  const requests = new Map<number, AbortController>()
  let lastKey = 0

  const findPhoto = (key: number) => store.get().find((photo) => photo.key === key)
  function updatePhoto(key: number, changes: Partial<QueuedPhoto>): void {
    store.set(store.get().map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)))
  }

  /** Starts waiting uploads up to the limit of concurrent ones. */
  function sendNext(): void {
    const freeSlots = maxConcurrentSends - requests.size
    const next = store.get().filter(({ key, state }) => state === 'waiting' && !requests.has(key))
    for (const { key } of next.slice(0, Math.max(0, freeSlots))) void sendPhoto(key)
  }

  async function sendPhoto(key: number): Promise<void> {
    const file = files.get(key)
    if (!file) return
    const request = new AbortController()
    requests.set(key, request)
    updatePhoto(key, { state: 'sending', share: 0 })
    const outcome = await prepareAndSend(key, file, request.signal)
    requests.delete(key)
    // The photo was removed during the upload: a finished upload is deleted.
    if (!findPhoto(key)) {
      if (outcome.id) discard(outcome.id)
    } else {
      updatePhoto(key, outcome)
    }
    sendNext()
  }

  async function prepareAndSend(key: number, file: Blob, signal: AbortSignal): Promise<Partial<QueuedPhoto>> {
    try {
      const prepared = await prepare(file)
      if ('problem' in prepared) return { state: 'failed', problem: prepared.problem }
      signal.throwIfAborted()
      const onProgress = (share: number) => updatePhoto(key, { share })
      const id = await send(prepared.file, { onProgress, signal })
      return { state: 'ready', share: 1, id }
    } catch (error) {
      return { state: 'failed', problem: describeError(error) }
    }
  }

  function releaseFile(photo: QueuedPhoto): void {
    files.delete(photo.key)
    URL.revokeObjectURL(photo.preview)
  }

  return {
    store,

    /** Adds files up to the maximum; returns the number of files that were left out. */
    add(selected: readonly File[]): number {
      const acceptedFiles = selected.slice(0, maxCount - store.get().length)
      const photos = acceptedFiles.map((file): QueuedPhoto => {
        lastKey += 1
        files.set(lastKey, file)
        const preview = URL.createObjectURL(file)
        return { key: lastKey, name: file.name, preview, state: 'waiting', share: 0 }
      })
      store.set([...store.get(), ...photos])
      sendNext()
      return selected.length - acceptedFiles.length
    },

    /** Replaces the queue with photos that were submitted before. */
    fill(submitted: readonly { id: string; url: string; name: string }[]): void {
      this.abandon()
      store.set(
        submitted.map(({ id, url, name }): QueuedPhoto => {
          lastKey += 1
          return { key: lastKey, name, preview: url, state: 'ready', share: 1, id, isSubmitted: true }
        }),
      )
    },

    retry(key: number): void {
      if (findPhoto(key)?.state !== 'failed') return
      store.set(
        store.get().map((photo) => {
          if (photo.key !== key) return photo
          const { problem: _problem, ...rest } = photo
          return { ...rest, state: 'waiting' }
        }),
      )
      sendNext()
    },

    /** Cancels an upload in progress, and deletes a finished one. */
    remove(key: number): void {
      const photo = findPhoto(key)
      if (!photo) return
      store.set(store.get().filter((photo) => photo.key !== key))
      requests.get(key)?.abort()
      if (photo.id && !photo.isSubmitted) discard(photo.id)
      releaseFile(photo)
    },

    /** Moves a photo by one position. */
    move(key: number, by: 1 | -1): void {
      const photos = [...store.get()]
      const from = photos.findIndex((photo) => photo.key === key)
      const [photo, neighbor] = [photos[from], photos[from + by]]
      if (!photo || !neighbor) return
      photos[from] = neighbor
      photos[from + by] = photo
      store.set(photos)
    },

    /** Empties the queue after the submission, without deleting uploads. */
    clear(): void {
      for (const photo of store.get()) releaseFile(photo)
      store.set([])
    },

    /** Removes all photos and deletes their uploads. */
    abandon(): void {
      for (const { key } of store.get()) this.remove(key)
    },
  }
}

/** Whether an upload is in progress. */
export function hasPendingPhotos(photos: readonly QueuedPhoto[]): boolean {
  return photos.some(({ state }) => state === 'waiting' || state === 'sending')
}
