import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/** The longest time without a turn of the event loop since the last measurement, in ms. */
export type Hold = {
  /** Processor time of the loop's own thread, which does not depend on the machine's load. */
  cpu: number
  /** Elapsed time. */
  wall: number
}

/**
 * Loaded into a site's process before its own code. A due timer runs in each turn of the event loop, so the time between two
 * of its calls is the time of one turn.
 */
const socket = process.env.STOPWATCH_SOCKET
if (isMainThread && socket) {
  let hold: Hold = { cpu: 0, wall: 0 }
  let [cpu, wall] = [cpuMs(), performance.now()]
  const measure = () => {
    const [cpuNow, wallNow] = [cpuMs(), performance.now()]
    hold = { cpu: Math.max(hold.cpu, cpuNow - cpu), wall: Math.max(hold.wall, wallNow - wall) }
    ;[cpu, wall] = [cpuNow, wallNow]
  }
  setInterval(measure, 1).unref()
  createServer((connection) => {
    measure()
    connection.on('error', () => connection.destroy()).end(JSON.stringify(hold))
    hold = { cpu: 0, wall: 0 }
  })
    .listen(socket)
    .unref()
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
