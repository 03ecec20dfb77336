import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections: one of those could take the port of a site that is being restarted. */
const minPort = 20_000
const portCount = 12_000

/** Kept where it outlives the files of a process: Vitest evaluates modules anew for each. */
const global: typeof globalThis & { chopmarkPorts?: number[] } = globalThis
global.chopmarkPorts ??= []
const givenBack = global.chopmarkPorts

/**
 * A port of 127.0.0.1 on which no server listens. One that was given back comes first: for a browser the next site there
 * is the same one, whose scripts it has compiled. Throws when a hundred tries find none.
 */
export async function takePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = givenBack.shift() ?? minPort + Math.floor(Math.random() * portCount)
    if (await isFree(port)) return port
  }
  throw new Error('None of a hundred ports was free.')
}

export function returnPort(port: number): void {
  if (!givenBack.includes(port)) givenBack.push(port)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
