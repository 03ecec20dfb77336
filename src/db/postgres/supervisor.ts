import { setTimeout as delay } from 'node:timers/promises'
import { guardDisk } from './disk-guard.ts'
import {
  type Cluster,
  isAlive,
  probeServer,
  queryOnce,
  responseTimeoutMs,
  startPostmaster,
  stopPostmaster,
} from './launch.ts'
import type { Postmaster } from './socket-folder.ts'

/** How often we check that the server runs, how often that it responds, and how many of these checks in a row may fail. */
const pollMs = 200
const probeIntervalMs = 5_000
const maxFailedProbes = 3
/** How often we check the disk. The log needs longer to fill the last free space. */
const diskCheckMs = 1_000
/** The pause before another start. It doubles each time, and is reset after the server has run for a minute. */
const minPauseMs = 250
const maxPauseMs = 10_000
const stableAfterMs = 60_000

type SupervisorOptions = {
  cluster: Cluster
  warn: (message: string) => void
  heartbeatMs?: number | undefined
}

type Pause = (ms: number) => Promise<void>

/**
 * Keeps a server running until `stop`. Restarts it when it has ended, and kills it first when it does not respond.
 */
export function superviseServer(
  first: Postmaster,
  { cluster, warn, heartbeatMs = probeIntervalMs }: SupervisorOptions,
): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const pause: Pause = (ms) => delay(ms, undefined, { signal: ending.signal, ref: false })
  let running = first
  const guard = guardDisk(cluster.folder, {
    query: (statement) => queryOnce(running.socketFolder, statement),
    warn,
  })
  const watchingDisk = watchDisk()

  async function watchDisk(): Promise<void> {
    for (;;) {
      await pause(diskCheckMs) // first, because a short run does not need the reserve
      await guard.checkDisk().catch(() => {}) // the server is down, and the next start frees the reserve
    }
  }

  async function restartWhenEnded(): Promise<void> {
    let pauseMs = minPauseMs
    for (;;) {
      const startedAtMs = Date.now()
      const reason = await waitForEnd(cluster.folder, running, pause, heartbeatMs)
      if (Date.now() - startedAtMs > stableAfterMs) pauseMs = minPauseMs
      warn(`The database server ${reason}. It is started again.`)
      for (;;) {
        try {
          guard.freeReserve()
          running = await startPostmaster(cluster, warn)
          break
        } catch (error) {
          warn(`The database server does not start: ${error instanceof Error ? error.message : error}`)
        }
        await pause(pauseMs)
        pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      }
    }
  }

  const watching = Promise.allSettled([restartWhenEnded(), watchingDisk]) // until aborted
  return {
    stop: async () => {
      ending.abort()
      await watching
      await stopPostmaster(cluster.folder, running)
    },
  }
}

/** Resolves when the server has ended, by itself or because it did not respond and was killed. */
async function waitForEnd(
  folder: string,
  { pid, socketFolder }: Postmaster,
  pause: Pause,
  heartbeatMs: number,
): Promise<string> {
  let failedProbes = 0
  for (let probedAtMs = Date.now(); isAlive(pid, folder); await pause(pollMs)) {
    if (Date.now() - probedAtMs < heartbeatMs) continue
    failedProbes =
      (await probeServer(socketFolder, Math.min(heartbeatMs, responseTimeoutMs))) === 'no response'
        ? failedProbes + 1
        : 0
    probedAtMs = Date.now()
    if (failedProbes < maxFailedProbes || !isAlive(pid, folder)) continue
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid, folder)) await pause(pollMs)
    return 'stopped responding and was killed'
  }
  return 'ended'
}
