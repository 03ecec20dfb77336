import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import { toast } from './toasts.ts'

/** A response as a query caches it: the payload is in `data`. */
type CachedReply<T> = { data: T }
type PendingChange<T> = { of: string; apply: (payload: T) => T }

export type OptimisticChange<T, R> = {
  /** The id of the row that is busy during the change. */
  of: string
  /** The list after the change; shown at once. */
  apply: (payload: T) => T
  send: () => Promise<R>
  /** The toast after a success, unless it is shown elsewhere. */
  success?: string | ((reply: R) => string)
  /**
   * The message when the server sends none or does not respond; or a function that returns the message for
   * any error.
   */
  failure: string | ((error: unknown) => string)
  /** The query keys that the change makes stale. */
  invalidated: readonly QueryKey[]
}

type ListQuery<T> = {
  data: CachedReply<T> | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

export type OptimisticList<T> = {
  /** The list with all pending changes; undefined while loading. */
  list: T | undefined
  /** The error of the query; null while there is a list to show. */
  error: Error | null
  /** The list is being loaded. */
  isBusy: boolean
  isChanging: (of: string) => boolean
  retry: () => void
  /**
   * Resolves to true when the server accepted the change. Changes are sent one after the other, in the order of the
   * clicks.
   */
  change: <R>(change: OptimisticChange<T, R>) => Promise<boolean>
}

/** Shows a change of a list before the server has accepted it, and reverts it with a message when it fails. */
export function useOptimisticList<T extends object>(
  queryKey: QueryKey,
  query: ListQuery<T>,
): OptimisticList<T> {
  const payload = query.data?.data
  const [pendingChanges, setPendingChanges] = useState<readonly PendingChange<T>[]>([])
  const lastChange = useRef<Promise<unknown>>(Promise.resolve())
  const queryClient = useQueryClient()
  const list = useMemo(
    () => payload && pendingChanges.reduce<T>((current, { apply }) => apply(current), payload),
    [payload, pendingChanges],
  )

  async function perform<R>(
    pendingChange: PendingChange<T>,
    { apply, send, success, failure, invalidated }: OptimisticChange<T, R>,
  ) {
    try {
      const reply = await send()
      // A response that was requested before the change must not undo it, and the next one may take long.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<CachedReply<T>>(
        queryKey,
        (cached) => cached && { ...cached, data: apply(cached.data) },
      )
      if (success) toast.success(typeof success === 'string' ? success : success(reply))
      return true
    } catch (error) {
      toast.error(typeof failure === 'string' ? getErrorMessage(error, failure) : failure(error))
      return false
    } finally {
      setPendingChanges((all) => all.filter((each) => each !== pendingChange))
      for (const key of invalidated) void queryClient.invalidateQueries({ queryKey: key })
    }
  }

  return {
    list,
    error: list ? null : query.error,
    isBusy: query.isFetching,
    isChanging: (of) => pendingChanges.some((pendingChange) => pendingChange.of === of),
    retry: () => void query.refetch(),
    change(change) {
      const pendingChange = { of: change.of, apply: change.apply }
      setPendingChanges((all) => [...all, pendingChange])
      const isAccepted = lastChange.current.then(() => perform(pendingChange, change))
      lastChange.current = isAccepted
      return isAccepted
    },
  }
}
