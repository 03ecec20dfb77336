import { HOUR_MS } from '#shared/time.ts'

const intervalMs = HOUR_MS

type HourlyTask = () => Promise<unknown>

/**
 * Runs all tasks now and every hour, one after the other. A failure is reported and does not stop the others.
 * @returns a function that stops the tasks, and waits for the one in progress
 */
export function runHourly(
  tasks: readonly HourlyTask[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    for (const task of tasks) running = running.then(task).then(() => {}, onError)
  }
  run()
  const timer = setInterval(run, intervalMs).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
