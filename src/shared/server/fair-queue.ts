import { failures, RequestError } from '#shared/failure.ts'
import { joinListeners, type Requesters } from '#shared/server/access/requesters.ts'

export type QueueLimits = {
  /** Maximum number of tasks that run at the same time, in total and per requester. */
  maxSlots: number
  maxSlotsPerRequester: number
  /** Maximum number of waiting tasks, in total and per requester. */
  maxWaiting: number
  maxWaitingPerRequester: number
  /** Maximum wait in ms; without it, no timeout. */
  maxWaitMs?: number
}

/**
 * Why a task gets no slot: too many tasks of the same requester wait, too many tasks wait in total, the wait timed out, or
 * the requester has disconnected.
 */
export type NoSlotReason = 'requester-full' | 'queue-full' | 'timeout' | 'disconnected'

export class NoSlotError extends Error {
  override readonly name = 'NoSlotError'
  readonly reason: NoSlotReason

  constructor(reason: NoSlotReason) {
    super(`The queue has no slot for this task: ${reason}.`)
    this.reason = reason
  }
}

/** `since` and `servedAt` count turns. `firstRequester` started the work; other requesters may have joined it. */
type QueueWaiter = {
  requesters: Requesters
  firstRequester: string
  since: number
  begin: (requester: string) => void
}
type QueueShare = { slotCount: number; servedAt: number }
type QueueTurn = QueueShare & { waiter: QueueWaiter; requester: string }

const noShare: QueueShare = { slotCount: 0, servedAt: 0 }

/**
 * Gives slots to requesters in turns. Next is the requester with the fewest slots; of several, the one that has waited longest
 * since its last turn. So more requests do not get more slots. Work that several requesters share has its turn when one of
 * them has.
 */
export function createFairQueue({
  maxSlots,
  maxSlotsPerRequester,
  maxWaiting,
  maxWaitingPerRequester,
  maxWaitMs,
}: QueueLimits) {
  /** In order of arrival. */
  const waiting = new Set<QueueWaiter>()
  const shares = new Map<string, QueueShare>()
  let slotCount = 0
  let turns = 0

  function findNextTurn(): QueueTurn | undefined {
    let best: QueueTurn | undefined
    if (slotCount >= maxSlots) return undefined
    for (const waiter of waiting) {
      for (const requester of waiter.requesters()) {
        const share = shares.get(requester) ?? noShare
        if (share.slotCount >= maxSlotsPerRequester) continue
        const turn = {
          slotCount: share.slotCount,
          servedAt: Math.max(share.servedAt, waiter.since),
          waiter,
          requester,
        }
        if (!best || isBefore(turn, best)) best = turn
      }
    }
    return best
  }

  function advance(): void {
    for (let turn = findNextTurn(); turn; turn = findNextTurn()) {
      const { waiter, requester } = turn
      waiting.delete(waiter)
      slotCount += 1
      turns += 1
      shares.set(requester, { slotCount: turn.slotCount + 1, servedAt: turns })
      waiter.begin(requester)
    }
    if (waiting.size > 0) joinListeners.add(advance)
    else joinListeners.delete(advance)
  }

  function releaseSlot(requester: string): void {
    const { slotCount: previousCount, servedAt } = shares.get(requester) ?? noShare
    slotCount -= 1
    shares.set(requester, { slotCount: previousCount - 1, servedAt })
    advance()
  }

  /** Deletes the shares of requesters without slots and waiting tasks. */
  function deleteIdleShares(names: readonly string[]): void {
    for (const requester of names) {
      const isWaiting = () => waiting.values().some(({ requesters }) => requesters().includes(requester))
      if (shares.get(requester)?.slotCount === 0 && !isWaiting()) shares.delete(requester)
    }
  }

  /** Waits for a slot, which is released when `end` settles. Rejects with a NoSlotError. */
  async function take(requesters: Requesters, end: Promise<unknown>): Promise<void> {
    const [firstRequester = ''] = requesters()
    const waitingCount = waiting
      .values()
      .reduce((count, waiter) => count + Number(waiter.firstRequester === firstRequester), 0)
    if (waitingCount >= maxWaitingPerRequester) throw new NoSlotError('requester-full')
    if (waiting.size >= maxWaiting) throw new NoSlotError('queue-full')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    turns += 1
    const waiter = { requesters, firstRequester, since: turns, begin: resolve }
    const leave = (reason: NoSlotReason) => void (waiting.delete(waiter) && reject(new NoSlotError(reason)))
    waiting.add(waiter)
    advance()
    const timer = maxWaitMs && waiting.has(waiter) ? setTimeout(leave, maxWaitMs, 'timeout') : undefined
    const settle = () => {
      leave('disconnected')
      void promise.then(releaseSlot, advance).then(() => deleteIdleShares(requesters()))
    }
    void end.then(settle, settle)
    await promise.finally(() => clearTimeout(timer))
  }

  return {
    take,

    /**
     * Runs a task when it gets a slot, which is released when the task is done or calls `leave`. Rejects with a NoSlotError.
     */
    async run<T>(requesters: Requesters, task: (leave: () => void) => Promise<T>): Promise<T> {
      const { promise: end, resolve } = Promise.withResolvers<void>()
      try {
        await take(requesters, end)
        return await task(resolve)
      } finally {
        resolve()
      }
    },
  }
}

/**
 * The result of a task in a queue. Turns a NoSlotError into a RequestError (503) with `retryAfter` in seconds.
 */
export async function rejectAsBusy<T>(result: Promise<T>, retryAfterSeconds: number): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw error instanceof NoSlotError
      ? new RequestError({ ...failures.busy, retryAfter: retryAfterSeconds })
      : error
  }
}

function isBefore(a: QueueTurn, b: QueueTurn): boolean {
  return a.slotCount === b.slotCount ? a.servedAt < b.servedAt : a.slotCount < b.slotCount
}
