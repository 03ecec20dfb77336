import { getAskers } from '#shared/server/access/askers.ts'
import { yieldEventLoop } from '#shared/server/event-loop.ts'
import { createFairQueue, rejectAsBusy } from '#shared/server/fair-queue.ts'
import { runHoldingPlace } from '#shared/server/held-place.ts'

/** Bounds on the calls and pages in progress. */
const limits = {
  heldAtOnce: 16,
  /** Each of them blocks the event loop for some milliseconds at a time, for which all others wait. */
  heldByOne: 4,
  /** The number of sockets is bounded elsewhere; behind a proxy these bounds apply. */
  waiting: 4_096,
  waitingOfOne: 512,
} as const
/** In seconds. */
const busyRetrySeconds = 2

export type NetworkTurns = ReturnType<typeof createNetworkTurns>

/** Serves networks in turns, so that a client with many requests waits for itself only. */
export function createNetworkTurns() {
  const queue = createFairQueue(limits)
  let previous = Promise.resolve()

  /** Starts tasks one after the other and yields between them, so that input of other clients is read. */
  async function runInTurn<T>(leave: () => void, task: () => Promise<T>): Promise<T> {
    previous = previous.then(yieldEventLoop)
    await previous
    return runHoldingPlace(leave, task)
  }

  return {
    /** Runs a task when it is its network's turn; rejects with a RequestError (503) when too many wait. */
    run: <T>(task: () => Promise<T>): Promise<T> =>
      rejectAsBusy(
        queue.run(getAskers(), (leave) => runInTurn(leave, task)),
        busyRetrySeconds,
      ),
  }
}
