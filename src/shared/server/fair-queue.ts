import { failures, RequestError } from '#shared/failure.ts'
import { type Askers, joinListeners } from '#shared/server/access/askers.ts'

export type QueueLimits = {
  /** Maximum number of held places, in all and per asker. */
  heldAtOnce: number
  heldByOne: number
  /** Maximum number of waiting tasks, in all and per asker. */
  waiting: number
  waitingOfOne: number
  /** Maximum wait in ms; without it, no timeout. */
  waitMs?: number
}

/**
 * Why a task gets no place: too many tasks of the same asker wait, too many in all, the wait timed out, or the asker
 * has disconnected.
 */
export type NoPlaceReason = 'own-line' | 'all-lines' | 'late' | 'gone'

export class NoPlaceError extends Error {
  override readonly name = 'NoPlace'
  readonly reason: NoPlaceReason

  constructor(reason: NoPlaceReason) {
    super(`No place: ${reason}.`)
    this.reason = reason
  }
}

/** `since` and `servedAt` count turns; `line` is the first of all askers that joined. */
type QueueWaiter = { askers: Askers; line: string; since: number; begin: (who: string) => void }
type QueueShare = { heldCount: number; servedAt: number }
type QueueTurn = QueueShare & { waiter: QueueWaiter; who: string }

const noShare: QueueShare = { heldCount: 0, servedAt: 0 }

/**
 * Gives out places in turns: next is the asker that holds the fewest, and of those the one that waited
 * longest since its last turn. So more requests do not get more places. Work that several askers share has
 * its turn when one of them has.
 */
export function createFairQueue({
  heldAtOnce,
  heldByOne,
  waiting: maxWaiting,
  waitingOfOne,
  waitMs,
}: QueueLimits) {
  /** In order of arrival. */
  const waiting = new Set<QueueWaiter>()
  const shares = new Map<string, QueueShare>()
  let heldCount = 0
  let turns = 0

  function findNextTurn(): QueueTurn | undefined {
    let best: QueueTurn | undefined
    if (heldCount >= heldAtOnce) return undefined
    for (const waiter of waiting) {
      for (const who of waiter.askers()) {
        const share = shares.get(who) ?? noShare
        if (share.heldCount >= heldByOne) continue
        const turn = {
          heldCount: share.heldCount,
          servedAt: Math.max(share.servedAt, waiter.since),
          waiter,
          who,
        }
        if (!best || isBefore(turn, best)) best = turn
      }
    }
    return best
  }

  function advance(): void {
    for (let turn = findNextTurn(); turn; turn = findNextTurn()) {
      const { waiter, who } = turn
      waiting.delete(waiter)
      heldCount += 1
      turns += 1
      shares.set(who, { heldCount: turn.heldCount + 1, servedAt: turns })
      waiter.begin(who)
    }
    if (waiting.size > 0) joinListeners.add(advance)
    else joinListeners.delete(advance)
  }

  function releasePlace(who: string): void {
    const { heldCount: previousCount, servedAt } = shares.get(who) ?? noShare
    heldCount -= 1
    shares.set(who, { heldCount: previousCount - 1, servedAt })
    advance()
  }

  /** Deletes the shares of askers that hold nothing and wait for nothing. */
  function deleteIdleShares(names: readonly string[]): void {
    for (const who of names) {
      const isWaiting = () => waiting.values().some(({ askers }) => askers().includes(who))
      if (shares.get(who)?.heldCount === 0 && !isWaiting()) shares.delete(who)
    }
  }

  /** Waits for a place, which is held until `end` settles; rejects with `NoPlace`. */
  async function take(askers: Askers, end: Promise<unknown>): Promise<void> {
    const [line = ''] = askers()
    const waitingInLine = waiting.values().reduce((count, waiter) => count + Number(waiter.line === line), 0)
    if (waitingInLine >= waitingOfOne) throw new NoPlaceError('own-line')
    if (waiting.size >= maxWaiting) throw new NoPlaceError('all-lines')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    turns += 1
    const waiter = { askers, line, since: turns, begin: resolve }
    const leave = (reason: NoPlaceReason) => void (waiting.delete(waiter) && reject(new NoPlaceError(reason)))
    waiting.add(waiter)
    advance()
    const timer = waitMs && waiting.has(waiter) ? setTimeout(leave, waitMs, 'late') : undefined
    const settle = () => {
      leave('gone')
      void promise.then(releasePlace, advance).then(() => deleteIdleShares(askers()))
    }
    void end.then(settle, settle)
    await promise.finally(() => clearTimeout(timer))
  }

  return {
    take,

    /**
     * Runs a task when there is a place for it; the place is released when the task is done or calls `leave`.
     * Rejects with `NoPlace` when there is none.
     */
    async run<T>(askers: Askers, task: (leave: () => void) => Promise<T>): Promise<T> {
      const { promise: end, resolve } = Promise.withResolvers<void>()
      try {
        await take(askers, end)
        return await task(resolve)
      } finally {
        resolve()
      }
    },
  }
}

/**
 * The result of a task run in a queue; `NoPlace` becomes a RequestError (503) with `retryAfter` in seconds.
 */
export async function rejectAsBusy<T>(ran: Promise<T>, retryAfter: number): Promise<T> {
  try {
    return await ran
  } catch (error) {
    throw error instanceof NoPlaceError ? new RequestError({ ...failures.busy, retryAfter }) : error
  }
}

function isBefore(a: QueueTurn, b: QueueTurn): boolean {
  return a.heldCount === b.heldCount ? a.servedAt < b.servedAt : a.heldCount < b.heldCount
}
