import type { Worker } from 'node:worker_threads'

const HEARTBEAT_MS = 5_000
/**
 * Limits for the number of unanswered heartbeats. After 10 s the database counts as unresponsive. After 40 s it counts as
 * dead: 10 s more than a statement may take on a server.
 */
const UNRESPONSIVE_AFTER = 2
const DEAD_AFTER = 8

/**
 * Sends heartbeats to the worker of an embedded database, because PGlite may hang forever, for example after the disk was
 * full for a moment. It counts heartbeats and not time, so that a process that was suspended does not count the pause.
 * @param onDead called once, when the time without a response is longer than any statement may take
 */
export function watchHeartbeat(
  worker: Worker,
  onDead: (error: Error) => void,
  intervalMs: number = HEARTBEAT_MS,
) {
  let unanswered = 0
  worker.on('message', (message) => {
    if (message === 'alive') unanswered = 0
  })
  const timer = setInterval(() => {
    if (unanswered > DEAD_AFTER) {
      clearInterval(timer)
      onDead(
        new Error(`The embedded database has not responded for ${(DEAD_AFTER * intervalMs) / 1000} seconds.`),
      )
      return
    }
    if (unanswered === 0) worker.postMessage('beat')
    unanswered += 1
  }, intervalMs).unref()
  return {
    isUnresponsive: () => unanswered > UNRESPONSIVE_AFTER,
    stop: () => clearInterval(timer),
  }
}
