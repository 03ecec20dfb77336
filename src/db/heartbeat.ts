import type { Worker } from 'node:worker_threads'

const BEAT_MS = 5_000
/**
 * Unanswered heartbeats: after 10 s nothing waits for it any more, and a server lets a statement run 10 s
 * less than the limit.
 */
const SILENT_AFTER = 2
const DEAD_AFTER = 8

/**
 * Sends heartbeats to the worker of an embedded database, because PGlite may hang for good while it goes on
 * running: with a disk that was full for a moment it does. Heartbeats are counted and not time, so that a
 * process that was suspended does not take the pause for silence.
 * @param onDead called once, when there was no answer for so long that no statement can be the reason
 */
export function watchHeartbeat(worker: Worker, onDead: (error: Error) => void, beatMs: number = BEAT_MS) {
  let unanswered = 0
  worker.on('message', (message) => {
    if (message === 'alive') unanswered = 0
  })
  const timer = setInterval(() => {
    if (unanswered > DEAD_AFTER) {
      clearInterval(timer)
      onDead(new Error(`The embedded database has not answered for ${(DEAD_AFTER * beatMs) / 1000} seconds.`))
      return
    }
    if (unanswered === 0) worker.postMessage('beat')
    unanswered += 1
  }, beatMs).unref()
  return {
    isUnresponsive: () => unanswered > SILENT_AFTER,
    stop: () => clearInterval(timer),
  }
}
