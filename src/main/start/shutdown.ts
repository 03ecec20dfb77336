import { constants } from 'node:os'

/** What ends in order, a site after its requests in progress. */
export type Stoppable = { close: () => PromiseLike<unknown> }

/**
 * How long a signal counts as the same one, in ms: a terminal sends it to every process of the group, and
 * they forward it.
 */
const sameSignalMs = 1000
const shutdownTimeoutMs = 14_000

/**
 * Owns the end of this process from now on, so it is called before anything is opened. Until `use` is called, a signal or the
 * end of the launcher ends the process at once with one sentence and a code other than 0; afterwards what was given is closed first.
 * What the process started ends with it in both cases.
 */
export function armShutdown(): { use: (running: Stoppable) => void } {
  let stop = (reason: string, code: number): void => {
    console.error(`Stopped by ${reason}.`)
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop(signal, 128 + constants.signals[signal]))
  process.once('disconnect', () => stop('the end of npm start', 1))
  // A terminal that was closed takes no more output; that must not end the process before the site is closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return {
    use: (running) => {
      stop = closeInOrder(running)
    },
  }
}

/** A later second signal ends the process at once; so does a request that does not end in time. */
function closeInOrder({ close }: Stoppable): () => void {
  let toldAt = 0
  const force = () => process.exit(1)
  return () => {
    if (toldAt > 0 && Date.now() - toldAt > sameSignalMs) force()
    if (toldAt > 0) return
    toldAt = Date.now()
    setTimeout(force, shutdownTimeoutMs).unref()
    close().then(() => process.exit(0), force)
  }
}
