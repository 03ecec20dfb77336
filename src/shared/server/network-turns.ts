import { askersNow } from './askers.ts'
import { createFairQueue, orBusy } from './fair-queue.ts'
import { holding } from './step-aside.ts'
import { nextTurn } from './turns.ts'

/** Calls and pages that are being answered. */
const limits = {
  heldAtOnce: 16,
  /** Each of them holds the event loop for some milliseconds at a time, which others wait for at every step of theirs. */
  heldByOne: 4,
  /** Sockets are bounded before; behind a proxy these bounds count. */
  waiting: 4_096,
  waitingOfOne: 512,
} as const
/** In seconds. */
const busyFor = 2

export type NetworkTurns = ReturnType<typeof createNetworkTurns>

/** Has the networks answered in turns, so that whoever asks much waits for itself alone. */
export function createNetworkTurns() {
  const queue = createFairQueue(limits)
  let begun = Promise.resolve()

  /** Begins one after the other, so that what others sent is read between two of them. */
  async function answer<T>(leave: () => void, task: () => Promise<T>): Promise<T> {
    begun = begun.then(nextTurn)
    await begun
    return holding(leave, task)
  }

  return {
    /** Does something when it is the turn of whoever asks; rejects with a RequestError (503) when too many wait. */
    run: <T>(task: () => Promise<T>): Promise<T> =>
      orBusy(
        queue.run(askersNow(), (leave) => answer(leave, task)),
        busyFor,
      ),
  }
}
