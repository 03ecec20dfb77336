import { failures, RequestError } from '#shared/failure.ts'

export type PlaceLimits = {
  /** Places in all, and those that one account may hold. */
  heldAtOnce: number
  heldByOne: number
  /** Who may wait for one, in all and of one account. */
  waiting: number
  waitingOfOne: number
}
type Line = { held: number; waiting: Set<() => void> }

/** After which a refused call may find room, in s. */
const retryAfter = 2

/**
 * Hands out places to accounts in turns: next is whoever holds fewest, and of those whoever waits longest since it last
 * got one. So nobody gets more by asking more often.
 */
export function createPlaces({ heldAtOnce, heldByOne, waiting, waitingOfOne }: PlaceLimits) {
  /** In the order in which their turn comes. */
  const lines = new Map<string, Line>()
  const count = (of: (line: Line) => number) => lines.values().reduce((sum, line) => sum + of(line), 0)
  const allWaiting = () => count((line) => line.waiting.size)

  function next(): [string, Line] | undefined {
    if (count(({ held }) => held) >= heldAtOnce) return undefined
    const ready = [...lines].filter(([, line]) => line.waiting.size > 0 && line.held < heldByOne)
    return ready.toSorted(([, one], [, other]) => one.held - other.held)[0]
  }

  function advance(): void {
    for (let turn = next(); turn; turn = next()) {
      const [who, line] = turn
      const [begin] = line.waiting
      if (!begin) return
      line.waiting.delete(begin)
      line.held += 1
      lines.delete(who)
      lines.set(who, line)
      begin()
    }
  }

  return {
    /** Waits for a place, which `who` has until `end` settles; refuses where too many wait already. */
    async take(who: string, end: Promise<unknown>): Promise<void> {
      const line = lines.get(who) ?? { held: 0, waiting: new Set() }
      if (line.waiting.size >= waitingOfOne) throw new RequestError({ ...failures.tooMany, retryAfter })
      if (allWaiting() >= waiting) throw new RequestError({ ...failures.busy, retryAfter })
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      lines.set(who, line)
      line.waiting.add(resolve)
      void end.finally(() => {
        if (line.waiting.delete(resolve))
          reject(new RequestError(failures.input)) // who asked has gone meanwhile
        else line.held -= 1
        if (line.held === 0 && line.waiting.size === 0) lines.delete(who)
        advance()
      })
      advance()
      return promise
    },
  }
}
