import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { printProgress, projectRoot, waitForExit } from './run.mjs'

/** If the server ends more often than this within `windowMs`, restarting does not help. */
const maxRestarts = 3
const windowMs = 600_000

/**
 * Runs a server. Restarts it when it ends by itself after it has reported with `process.send` that it is ready. An earlier
 * end is a fault that the operator must fix. Returns the last exit code.
 */
export async function keepRunning(command, args, { env = process.env, restartDelayMs = 2000 } = {}) {
  const restartTimes = []
  let wasReady = false
  for (;;) {
    const server = spawn(command, args, {
      cwd: projectRoot,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    server.once('message', () => {
      wasReady = true
    })
    const { code, wasInterrupted } = await waitForExit(server)
    if (code === 0 || wasInterrupted || !wasReady) return code
    const now = Date.now()
    if (restartTimes.filter((time) => time > now - windowMs).length >= maxRestarts) {
      printProgress(
        `The server ended with code ${code}, for the fourth time in ten minutes. It is not started again.`,
      )
      return code
    }
    restartTimes.push(now)
    printProgress(`The server ended with code ${code}. It is started again.`)
    await delay(restartDelayMs)
  }
}
