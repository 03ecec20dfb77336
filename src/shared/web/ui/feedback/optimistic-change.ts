import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { getErrorMessage } from '#shared/failure.ts'
import { toast } from './toasts.ts'

/** What a query caches: the payload in its envelope. */
type CachedReply<T> = { data: T }
type PendingChange<T> = { of: string; apply: (payload: T) => T }

export type OptimisticChange<T, R> = {
  /** The row that is busy meanwhile. */
  of: string
  /** The list as it will be once the server agrees; shown at once. */
  apply: (payload: T) => T
  send: () => Promise<R>
  /** The toast after a success, unless it is shown elsewhere. */
  success?: string | ((reply: R) => string)
  /**
   * The message when the server fails without one of its own, or does not answer; a function gets any error.
   */
  failure: string | ((error: unknown) => string)
  /** Cached answers that are stale then. */
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
  shown: T | undefined
  /** Why there is nothing to show. */
  error: Error | null
  /** The list is being loaded. */
  isBusy: boolean
  isChanging: (of: string) => boolean
  retry: () => void
  /**
   * Resolves to whether the server agreed. Changes are sent one after the other, in the order of the clicks.
   */
  change: <R>(change: OptimisticChange<T, R>) => Promise<boolean>
}

/** Shows a change of a list before the server has agreed, and reverts it with a message when it fails. */
export function useOptimisticList<T extends object>(
  queryKey: QueryKey,
  query: ListQuery<T>,
): OptimisticList<T> {
  const payload = query.data?.data
  const [wishes, setWishes] = useState<readonly PendingChange<T>[]>([])
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const queryClient = useQueryClient()
  const shown = useMemo(
    () => payload && wishes.reduce<T>((list, { apply }) => apply(list), payload),
    [payload, wishes],
  )

  async function perform<R>(
    wish: PendingChange<T>,
    { apply, send, success, failure, invalidated }: OptimisticChange<T, R>,
  ) {
    try {
      const reply = await send()
      // An answer that was requested before the change must not undo it, and the next may take long.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<CachedReply<T>>(
        queryKey,
        (kept) => kept && { ...kept, data: apply(kept.data) },
      )
      if (success) toast.success(typeof success === 'string' ? success : success(reply))
      return true
    } catch (error) {
      toast.error(typeof failure === 'string' ? getErrorMessage(error, failure) : failure(error))
      return false
    } finally {
      setWishes((all) => all.filter((other) => other !== wish))
      for (const key of invalidated) void queryClient.invalidateQueries({ queryKey: key })
    }
  }

  return {
    shown,
    error: shown ? null : query.error,
    isBusy: query.isFetching,
    isChanging: (of) => wishes.some((wish) => wish.of === of),
    retry: () => void query.refetch(),
    change(change) {
      const wish = { of: change.of, apply: change.apply }
      setWishes((all) => [...all, wish])
      const outcome = turn.current.then(() => perform(wish, change))
      turn.current = outcome
      return outcome
    },
  }
}
