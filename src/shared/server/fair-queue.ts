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

/** `arrivalTurn` and `lastTurn` count turns. `firstRequester` started the work; other requesters may have joined it. */
type QueueWaiter = {
  requesters: Requesters
  firstRequester: string
  arrivalTurn: number
  begin: (requester: string) => void
}
type RequesterUsage = { slotCount: number; lastTurn: number }
type Candidate = RequesterUsage & { waiter: QueueWaiter; requester: string }

const noUsage: RequesterUsage = { slotCount: 0, lastTurn: 0 }

/**
 * Gives slots to requesters in turns. Next is the requester with the fewest slots; of several, the one that has waited longest
 * since its last turn. So more requests do not get more slots. Work that several requesters share
 * may start when it is the turn of any of them.
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
  const usageByRequester = new Map<string, RequesterUsage>()
  let slotCount = 0
  let turns = 0

  function findNextCandidate(): Candidate | undefined {
    let best: Candidate | undefined
    if (slotCount >= maxSlots) return undefined
    for (const waiter of waiting) {
      for (const requester of waiter.requesters()) {
        const usage = usageByRequester.get(requester) ?? noUsage
        if (usage.slotCount >= maxSlotsPerRequester) continue
        const candidate = {
          slotCount: usage.slotCount,
          lastTurn: Math.max(usage.lastTurn, waiter.arrivalTurn),
          waiter,
          requester,
        }
        if (!best || isBefore(candidate, best)) best = candidate
      }
    }
    return best
  }

  function startWaitingTasks(): void {
    for (let candidate = findNextCandidate(); candidate; candidate = findNextCandidate()) {
      const { waiter, requester } = candidate
      waiting.delete(waiter)
      slotCount += 1
      turns += 1
      usageByRequester.set(requester, { slotCount: candidate.slotCount + 1, lastTurn: turns })
      waiter.begin(requester)
    }
    if (waiting.size > 0) joinListeners.add(startWaitingTasks)
    else joinListeners.delete(startWaitingTasks)
  }

  function releaseSlot(requester: string): void {
    const { slotCount: previousCount, lastTurn } = usageByRequester.get(requester) ?? noUsage
    slotCount -= 1
    usageByRequester.set(requester, { slotCount: previousCount - 1, lastTurn })
    startWaitingTasks()
  }

  /** Forgets requesters without slots and waiting tasks. */
  function deleteIdleUsages(requesters: readonly string[]): void {
    for (const requester of requesters) {
      const isWaiting = () => waiting.values().some((waiter) => waiter.requesters().includes(requester))
      if (usageByRequester.get(requester)?.slotCount === 0 && !isWaiting()) usageByRequester.delete(requester)
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
    const { promise: slotGranted, resolve, reject } = Promise.withResolvers<string>()
    turns += 1
    const waiter = { requesters, firstRequester, arrivalTurn: turns, begin: resolve }
    const stopWaiting = (reason: NoSlotReason) =>
      void (waiting.delete(waiter) && reject(new NoSlotError(reason)))
    waiting.add(waiter)
    startWaitingTasks()
    const timer = maxWaitMs && waiting.has(waiter) ? setTimeout(stopWaiting, maxWaitMs, 'timeout') : undefined
    const handleEnd = () => {
      stopWaiting('disconnected')
      void slotGranted.then(releaseSlot, startWaitingTasks).then(() => deleteIdleUsages(requesters()))
    }
    void end.then(handleEnd, handleEnd)
    await slotGranted.finally(() => clearTimeout(timer))
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

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.slotCount === b.slotCount ? a.lastTurn < b.lastTurn : a.slotCount < b.slotCount
}
