import { constants } from 'node:os'

/** `close` ends in order, a site after its requests in progress. */
export type Stoppable = { close: () => PromiseLike<unknown> }

/**
 * A repeated signal within this time counts as the same one: a terminal sends a signal to every process of the group,
 * and these forward it.
 */
const sameSignalMs = 1000
const shutdownTimeoutMs = 14_000

/**
 * Handles all signals from now on, so it is called before anything is opened. Until `use` is called, a signal or the end of
 * the parent process ends this process at once, with one sentence and an exit code other than 0. After that call, the site
 * is closed first. Child processes end in both cases.
 */
export function armShutdown(): { use: (running: Stoppable) => void } {
  let stop = (reason: string, code: number): void => {
    console.error(`Stopped by ${reason}.`)
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop(signal, 128 + constants.signals[signal]))
  process.once('disconnect', () => stop('the end of npm start', 1))
  // Writing to a closed terminal fails, which must not end the process before the site is closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return {
    use: (running) => {
      stop = closeInOrder(running)
    },
  }
}

/** A second signal ends the process at once. So does a request that does not end in time. */
function closeInOrder({ close }: Stoppable): () => void {
  let firstSignalAtMs = 0
  const force = () => process.exit(1)
  return () => {
    if (firstSignalAtMs > 0 && Date.now() - firstSignalAtMs > sameSignalMs) force()
    if (firstSignalAtMs > 0) return
    firstSignalAtMs = Date.now()
    setTimeout(force, shutdownTimeoutMs).unref()
    close().then(() => process.exit(0), force)
  }
}
