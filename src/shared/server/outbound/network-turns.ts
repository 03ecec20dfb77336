import { getRequesters } from '#shared/server/access/requesters.ts'
import { yieldEventLoop } from '#shared/server/event-loop.ts'
import { createFairQueue, rejectAsBusy } from '#shared/server/fair-queue.ts'
import { runInSlot } from '#shared/server/queue-slot.ts'

/** Limits on the calls and pages in progress. */
const limits = {
  maxSlots: 16,
  /** Few, because each call blocks the event loop for some milliseconds at a time, and all others wait. */
  maxSlotsPerRequester: 4,
  /** `socketLimits` limits the sockets per client; behind a proxy, only these limits apply. */
  maxWaiting: 4_096,
  maxWaitingPerRequester: 512,
} as const
const busyRetrySeconds = 2

export type NetworkTurns = ReturnType<typeof createNetworkTurns>

/** Serves networks in turns, so that many requests of one client delay only that client. */
export function createNetworkTurns() {
  const queue = createFairQueue(limits)
  let previous = Promise.resolve()

  /** Starts tasks one after the other and yields between them, so that input of other clients is read. */
  async function runInTurn<T>(release: () => void, task: () => Promise<T>): Promise<T> {
    previous = previous.then(yieldEventLoop)
    await previous
    return runInSlot(release, task)
  }

  return {
    /** Runs a task when it is its network's turn; rejects with a RequestError (503) when too many wait. */
    run: <T>(task: () => Promise<T>): Promise<T> =>
      rejectAsBusy(
        queue.run(getRequesters(), (release) => runInTurn(release, task)),
        busyRetrySeconds,
      ),
  }
}
