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
  /** Asks first: nothing brings the photos back. */
  remove: (set: PhotoSubmission) => void
}

/** Answers that a change of status makes stale. */
const changed = [['qcSets'], ['qcPhotos'], ['getAllProduct'], ['findProductById'], ['overview']]

/** Moderating photos: shown at once, reverted with a message when the server fails. */
export function useSubmissionModeration(): SubmissionModeration {
  const { ask, remove } = useAsking()
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
      changes.forget(set._id)
    },
  }
}

/** Calls the server, shows the result, and resolves to whether it succeeded. */
function useAsking() {
  const send = useApiClient()
  const queryClient = useQueryClient()
  /** When each submission was moderated last, as far as this page knows. */
  const seen = useRef(new Map<string, string>())
  const underWay = useRef(0)

  /** Once all changes are done: the photos' URLs change with each, so those in between are useless. */
  function renew() {
    if (underWay.current > 0) return
    for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey })
  }

  /** Updates the cached lists, because the next answer may take long. */
  function rewrite(id: string, to: (set: PhotoSubmission) => readonly PhotoSubmission[]) {
    queryClient.setQueriesData<ApiReply<MemberPhotosContract['qcSets']>>(
      { queryKey: ['qcSets'] },
      (list) => list && { ...list, data: list.data.flatMap((set) => (set._id === id ? to(set) : [set])) },
    )
  }

  return {
    async ask({ row, to }: StatusChange<PhotoSubmission>, undo?: () => void): Promise<boolean> {
      const { _id: id, updatedAt } = row
      underWay.current += 1
      void queryClient.cancelQueries({ queryKey: ['qcSets'] })
      try {
        const { data, message } = await send<MemberPhotosContract['judgeQcSet']>(
          'POST /qc-photos/sets/{id}/status',
          { params: { id }, body: { status: to, seen: seen.current.get(id) ?? updatedAt } },
        )
        seen.current.set(id, data.updatedAt)
        toast.success(message, { id: `set-${id}`, ...(undo && { undo }) })
        rewrite(id, ({ photos }) => [{ ...data, photos }]) // they are rendered already
        return true
      } catch (error) {
        toast.error(getErrorMessage(error, submissionText.noChange))
        return false
      } finally {
        underWay.current -= 1
        renew()
      }
    },
    async remove({ _id: id }: PhotoSubmission): Promise<void> {
      try {
        const { message } = await send<MemberPhotosContract['deleteQcSet']>('DELETE /qc-photos/sets/{id}', {
          params: { id },
        })
        rewrite(id, () => [])
        toast.success(message)
      } catch (error) {
        toast.error(getErrorMessage(error, submissionText.deleteFailed))
      } finally {
        renew()
      }
    },
  }
}

export function formatPhotoCount({ photos }: Pick<PhotoSubmission, 'photos'>): string {
  return photos.length === 1 ? '1 photo' : `${photos.length} photos`
}
