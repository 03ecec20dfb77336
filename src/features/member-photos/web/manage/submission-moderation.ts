import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type StatusChange,
  type StatusChanges,
  useStatusChanges,
} from '#features/moderation/web/use-status-changes.ts'
import type { ApiReply } from '#shared/contract.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { askConfirm } from '#shared/web/ui/dialogs/alerts.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { MemberPhotosContract, PhotoSubmission } from '../../contract.ts'
import { submissionText } from '../../texts-and-limits.ts'

export type SubmissionModeration = StatusChanges<PhotoSubmission> & {
  /** Deletes a submission after a confirmation. */
  remove: (set: PhotoSubmission) => void
}

/** The queries that a change of status makes stale. */
const staleQueries = [['qcSets'], ['qcPhotos'], ['getAllProduct'], ['findProductById'], ['overview']]

/** Changes of status are shown at once, and reverted with a message when the request fails. */
export function useSubmissionModeration(): SubmissionModeration {
  const { ask, remove } = useSubmissionRequests()
  const changes = useStatusChanges(ask)
  return {
    ...changes,
    async remove(set) {
      const isSure = await askConfirm({
        title: 'Are you sure?',
        text: `${formatPhotoCount(set)} by ${set.name} will be deleted for good.`,
        confirm: 'Yes, delete',
        isDanger: true,
      })
      if (!isSure) return
      await remove(set)
      changes.removeChange(set._id)
    },
  }
}

/** Calls the server, shows the result, and resolves to whether it succeeded. */
function useSubmissionRequests() {
  const send = useApiClient()
  const queryClient = useQueryClient()
  /** The last known `updatedAt` of each submission. */
  const lastUpdatedAt = useRef(new Map<string, string>())
  const pendingCount = useRef(0)

  /** Refetches the lists after the last pending change, because the photos' URLs change with each change. */
  function invalidateWhenDone() {
    if (pendingCount.current > 0) return
    for (const queryKey of staleQueries) void queryClient.invalidateQueries({ queryKey })
  }

  /** Updates the cached lists, because the next response may take long. */
  function updateCache(id: string, to: (set: PhotoSubmission) => readonly PhotoSubmission[]) {
    queryClient.setQueriesData<ApiReply<MemberPhotosContract['qcSets']>>(
      { queryKey: ['qcSets'] },
      (list) => list && { ...list, data: list.data.flatMap((set) => (set._id === id ? to(set) : [set])) },
    )
  }

  return {
    async ask({ row, to }: StatusChange<PhotoSubmission>, undo?: () => void): Promise<boolean> {
      const { _id: id, updatedAt } = row
      pendingCount.current += 1
      void queryClient.cancelQueries({ queryKey: ['qcSets'] })
      try {
        const { data, message } = await send<MemberPhotosContract['judgeQcSet']>(
          'POST /qc-photos/sets/{id}/status',
          { params: { id }, body: { status: to, seen: lastUpdatedAt.current.get(id) ?? updatedAt } },
        )
        lastUpdatedAt.current.set(id, data.updatedAt)
        toast.success(message, { id: `set-${id}`, ...(undo && { undo }) })
        updateCache(id, ({ photos }) => [{ ...data, photos }]) // the old URLs are already displayed
        return true
      } catch (error) {
        toast.error(getErrorMessage(error, submissionText.noChange))
        return false
      } finally {
        pendingCount.current -= 1
        invalidateWhenDone()
      }
    },
    async remove({ _id: id }: PhotoSubmission): Promise<void> {
      try {
        const { message } = await send<MemberPhotosContract['deleteQcSet']>('DELETE /qc-photos/sets/{id}', {
          params: { id },
        })
        updateCache(id, () => [])
        toast.success(message)
      } catch (error) {
        toast.error(getErrorMessage(error, submissionText.deleteFailed))
      } finally {
        invalidateWhenDone()
      }
    },
  }
}

export function formatPhotoCount({ photos }: Pick<PhotoSubmission, 'photos'>): string {
  return photos.length === 1 ? '1 photo' : `${photos.length} photos`
}
