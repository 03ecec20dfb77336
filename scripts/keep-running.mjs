import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { note, root, watch } from './run.mjs'

/** More restarts than this within the window mean that restarting does not help. */
const mostRestarts = 3
const windowMs = 600_000

/**
 * Runs a server and restarts it when it ends by itself after it was ready, which it reports with
 * `process.send`; an end before that is for the operator to fix. Returns its last exit code.
 */
export async function keepRunning(command, args, { env = process.env, pauseMs = 2000 } = {}) {
  const restarts = []
  let wasReady = false
  for (;;) {
    const server = spawn(command, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    server.once('message', () => {
      wasReady = true
    })
    const { code, interrupted } = await watch(server)
    if (code === 0 || interrupted || !wasReady) return code
    const now = Date.now()
    if (restarts.filter((time) => time > now - windowMs).length >= mostRestarts) {
      note(`The server ended with code ${code}, for the fourth time in ten minutes. It is not started again.`)
      return code
    }
    restarts.push(now)
    note(`The server ended with code ${code}. It is started again.`)
    await delay(pauseMs)
  }
}
