import { failures, RequestError } from '#shared/failure.ts'
import { type Askers, joinListeners } from './askers.ts'

export type QueueLimits = {
  /** Places in all, and those that one asker may hold. */
  heldAtOnce: number
  heldByOne: number
  /** Who may wait for one, in all and of one asker. */
  waiting: number
  waitingOfOne: number
  /** For how long, in ms; else until there is one. */
  waitMs?: number
}

/** Why there is no place: too many of the same asker wait, too many in all, it took too long, or who asked has gone. */
export type NoPlaceReason = 'own-line' | 'all-lines' | 'late' | 'gone'

export class NoPlace extends Error {
  override readonly name = 'NoPlace'
  readonly reason: NoPlaceReason

  constructor(reason: NoPlaceReason) {
    super(`No place: ${reason}.`)
    this.reason = reason
  }
}

/** `since` and `servedAt` count turns; `line` is who came first of all who ask. */
type Waiter = { askers: Askers; line: string; since: number; begin: (who: string) => void }
type Share = { held: number; servedAt: number }
type Turn = Share & { waiter: Waiter; who: string }

const none: Share = { held: 0, servedAt: 0 }

/**
 * Hands out places in turns: next is whoever holds fewest, and of those whoever waits longest since it last got one. So
 * nobody gets more by asking more often. What several ask for together has its turn when one of them has.
 */
export function createFairQueue({ heldAtOnce, heldByOne, waiting: most, waitingOfOne, waitMs }: QueueLimits) {
  /** In the order in which they came. */
  const waiting = new Set<Waiter>()
  const shares = new Map<string, Share>()
  let held = 0
  let turns = 0

  function next(): Turn | undefined {
    let best: Turn | undefined
    if (held >= heldAtOnce) return undefined
    for (const waiter of waiting) {
      for (const who of waiter.askers()) {
        const share = shares.get(who) ?? none
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
    const { held: before, servedAt } = shares.get(who) ?? none
    held -= 1
    shares.set(who, { held: before - 1, servedAt })
    advance()
  }

  /** When somebody was served matters for as long as it waits again. */
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
    if (inLine >= waitingOfOne) throw new NoPlace('own-line')
    if (waiting.size >= most) throw new NoPlace('all-lines')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    turns += 1
    const waiter = { askers, line, since: turns, begin: resolve }
    const leave = (reason: NoPlaceReason) => void (waiting.delete(waiter) && reject(new NoPlace(reason)))
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
     * Does something when there is a place for it, which is given back when it is done or leaves; rejects with `NoPlace`
     * when there is none.
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

/** What was run in a queue; for people who found no place a RequestError (503), which says when to come again, in seconds. */
export async function orBusy<T>(ran: Promise<T>, retryAfter: number): Promise<T> {
  try {
    return await ran
  } catch (error) {
    throw error instanceof NoPlace ? new RequestError({ ...failures.busy, retryAfter }) : error
  }
}

function isBefore(one: Turn, other: Turn): boolean {
  return one.held === other.held ? one.servedAt < other.servedAt : one.held < other.held
}
