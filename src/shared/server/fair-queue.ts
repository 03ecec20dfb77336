import { failures, RequestError } from '#shared/failure.ts'
import { type Askers, joinListeners } from '#shared/server/access/askers.ts'

export type QueueLimits = {
  /** Places in all, and those that one asker may hold. */
  heldAtOnce: number
  heldByOne: number
  /** How many may wait for one, in all and per asker. */
  waiting: number
  waitingOfOne: number
  /** The longest wait in ms; without it, no time-out. */
  waitMs?: number
}

/**
 * Why there is no place: too many calls of the same asker wait, too many in all, the wait timed out, or the
 * asker has gone.
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
type QueueShare = { held: number; servedAt: number }
type QueueTurn = QueueShare & { waiter: QueueWaiter; who: string }

const noShare: QueueShare = { held: 0, servedAt: 0 }

/**
 * Gives out places in turns: next is the asker that holds the fewest, and of those the one that waited
 * longest since its last turn. So more requests do not get more places. Work that several askers share has
 * its turn when one of them has.
 */
export function createFairQueue({ heldAtOnce, heldByOne, waiting: most, waitingOfOne, waitMs }: QueueLimits) {
  /** In order of arrival. */
  const waiting = new Set<QueueWaiter>()
  const shares = new Map<string, QueueShare>()
  let held = 0
  let turns = 0

  function next(): QueueTurn | undefined {
    let best: QueueTurn | undefined
    if (held >= heldAtOnce) return undefined
    for (const waiter of waiting) {
      for (const who of waiter.askers()) {
        const share = shares.get(who) ?? noShare
        if (share.held >= heldByOne) continue
        const turn = { held: share.held, servedAt: Math.max(share.servedAt, waiter.since), waiter, who }
        if (!best || isBefore(turn, best)) best = turn
      }
    }
    return best
  }

  function advance(): void {
    for (let turn = next(); turn; turn = next()) {
      const { waiter, who } = turn
      waiting.delete(waiter)
      held += 1
      turns += 1
      shares.set(who, { held: turn.held + 1, servedAt: turns })
      waiter.begin(who)
    }
    if (waiting.size > 0) joinListeners.add(advance)
    else joinListeners.delete(advance)
  }

  function giveBack(who: string): void {
    const { held: before, servedAt } = shares.get(who) ?? noShare
    held -= 1
    shares.set(who, { held: before - 1, servedAt })
    advance()
  }

  /** When an asker was served matters only while it waits again. */
  function forgetIdle(names: readonly string[]): void {
    for (const who of names) {
      const isWaiting = () => waiting.values().some(({ askers }) => askers().includes(who))
      if (shares.get(who)?.held === 0 && !isWaiting()) shares.delete(who)
    }
  }

  /** Waits for a place, which is held until `end` settles; rejects with `NoPlace`. */
  async function take(askers: Askers, end: Promise<unknown>): Promise<void> {
    const [line = ''] = askers()
    const inLine = waiting.values().reduce((count, one) => count + Number(one.line === line), 0)
    if (inLine >= waitingOfOne) throw new NoPlaceError('own-line')
    if (waiting.size >= most) throw new NoPlaceError('all-lines')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    turns += 1
    const waiter = { askers, line, since: turns, begin: resolve }
    const leave = (reason: NoPlaceReason) => void (waiting.delete(waiter) && reject(new NoPlaceError(reason)))
    waiting.add(waiter)
    advance()
    const timer = waitMs && waiting.has(waiter) ? setTimeout(leave, waitMs, 'late') : undefined
    const settle = () => {
      leave('gone')
      void promise.then(giveBack, advance).then(() => forgetIdle(askers()))
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

function isBefore(one: QueueTurn, other: QueueTurn): boolean {
  return one.held === other.held ? one.servedAt < other.servedAt : one.held < other.held
}
