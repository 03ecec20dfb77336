import { setTimeout as delay } from 'node:timers/promises'
import { guardDisk } from './disk-guard.ts'
import {
  answerTimeoutMs,
  type Cluster,
  isAlive,
  probeServer,
  queryOnce,
  startPostmaster,
  stopPostmaster,
} from './launch.ts'
import type { Postmaster } from './socket-folder.ts'

/** How often we check that the server is running, and that it answers; how many checks may fail; ms. */
const pollMs = 200
const probeIntervalMs = 5_000
const maxSilentChecks = 3
/** How often we check the disk, ms: a log takes some time to fill what is left. */
const diskMs = 1_000
/** Pause between two starts; doubled each time, until it has run for a minute. */
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
 * Keeps a server running until `stop`: one that ended is restarted, one that does not answer is killed
 * before.
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
  const looking = lookAtDisk()

  async function lookAtDisk(): Promise<void> {
    for (;;) {
      await pause(diskMs) // before: a short run need not reserve anything
      await guard.look().catch(() => {}) // the server is down, or it is too late: the start makes room then
    }
  }

  async function watch(): Promise<void> {
    let pauseMs = minPauseMs
    for (;;) {
      const since = Date.now()
      const what = await waitForEnd(cluster.folder, running, pause, heartbeatMs)
      if (Date.now() - since > stableAfterMs) pauseMs = minPauseMs
      warn(`The database server ${what}. It is started again.`)
      for (;;) {
        try {
          guard.makeRoom()
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

  const watching = Promise.allSettled([watch(), looking]) // until aborted
  return {
    stop: async () => {
      ending.abort()
      await watching
      await stopPostmaster(cluster.folder, running)
    },
  }
}

/** Resolves when the server has ended, by itself or because it had stopped answering. */
async function waitForEnd(
  folder: string,
  { pid, socketFolder }: Postmaster,
  pause: Pause,
  heartbeatMs: number,
): Promise<string> {
  let silent = 0
  for (let askedAt = Date.now(); isAlive(pid, folder); await pause(pollMs)) {
    if (Date.now() - askedAt < heartbeatMs) continue
    silent =
      (await probeServer(socketFolder, Math.min(heartbeatMs, answerTimeoutMs))) === 'nothing' ? silent + 1 : 0
    askedAt = Date.now()
    if (silent < maxSilentChecks || !isAlive(pid, folder)) continue
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid, folder)) await pause(pollMs)
    return 'fell silent and was killed'
  }
  return 'ended'
}
