import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const READY_MS = 60_000
const STOP_MS = 10_000

export type Site = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string
  /** Everything that the server has printed so far, its log included. */
  printed: () => string
  /** Ends the server and removes its data; calling it twice is harmless. */
  stop: () => Promise<void>
}

/**
 * Starts the built server as its own process, with an empty data folder filled from the demo catalogue and no way
 * to the network. `env` adds to or replaces its settings; nothing is taken from the caller's environment.
 * Throws with what the server printed when it does not get ready.
 */
export async function startServer({ env = {} }: { env?: Record<string, string> } = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'chopmark-e2e-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(root, 'dist/server/server.js')], {
    cwd: folder,
    env: { ...machine(), ...settings(port, origin, folder), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = collect(child)
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready(child, printed)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, printed, stop }
}

function machine(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME }
}

function settings(port: number, origin: string, folder: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: join(folder, 'data'),
    LINK_PREVIEW: 'off',
    LOG_LEVEL: 'warn',
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  return () => text
}

/** Waits for the line that says so; the socket is open by then. */
async function ready(child: ChildProcess, printed: () => string): Promise<void> {
  const patience = AbortSignal.timeout(READY_MS)
  const ended = once(child, 'exit', { signal: patience })
  ended.catch(() => {}) // looked at below, where it is raced
  while (!printed().includes('Chopmark is ready on ')) {
    const next = child.stdout ? once(child.stdout, 'data', { signal: patience }) : ended
    const isOver = await Promise.race([next.then(() => false), ended.then(() => true)]).catch(() => true)
    if (isOver) throw new Error(`The server did not get ready. It printed:\n${printed()}`)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = delay(STOP_MS, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL')
  await ended
}

/** Asked of the system beforehand, because the server must know its public address from the start. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}
