import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { note, root, watch } from './run.mjs'

/** More restarts within the window mean that restarting does not help. */
const maxRestarts = 3
const windowMs = 600_000

/**
 * Runs a server and restarts it when it ends by itself after it was ready, which it reports with `process.send`. An earlier
 * end is a fault that the operator must fix. Returns the last exit code.
 */
export async function keepRunning(command, args, { env = process.env, pauseMs = 2000 } = {}) {
  const restartTimes = []
  let wasReady = false
  for (;;) {
    const server = spawn(command, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    server.once('message', () => {
      wasReady = true
    })
    const { code, interrupted } = await watch(server)
    if (code === 0 || interrupted || !wasReady) return code
    const now = Date.now()
    if (restartTimes.filter((time) => time > now - windowMs).length >= maxRestarts) {
      note(`The server ended with code ${code}, for the fourth time in ten minutes. It is not started again.`)
      return code
    }
    restartTimes.push(now)
    note(`The server ended with code ${code}. It is started again.`)
    await delay(pauseMs)
  }
}
