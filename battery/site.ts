import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../dist/server/server.js', import.meta.url))
const patienceMs = 60_000

/** The production build as its own process. It survives `kill` and `start` with its data, its port and its settings. */
export type Site = {
  origin: string
  dataDir: string
  /** Everything printed since the first start, the log included. */
  printed: () => string
  /** Resident, in MB; not a number where the system does not say. */
  memory: () => number
  /** Starts it again after `stop` or `kill`. */
  start: () => Promise<void>
  /** Ends it in order. */
  stop: () => Promise<void>
  /** Ends it as a power cut does. */
  kill: () => Promise<void>
}

export const admin = { email: 'admin@example.com', password: 'heron, quay and tide table' }

/**
 * Runs `use` with a site of its own on loopback, configured only as an operator would, and removes everything after.
 * Nothing is taken from the caller's environment.
 */
export async function withSite<T>(env: Record<string, string>, use: (site: Site) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-battery-'))
  const site = await prepare(folder, env)
  try {
    await site.start()
    return await use(site)
  } finally {
    await site.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepare(folder: string, env: Record<string, string>): Promise<Site> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = join(folder, 'data')
  const { PATH = '', HOME = '' } = process.env
  const settings = {
    ...{ PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: origin },
    ...{ DATA_DIR: dataDir, SEED: 'none', LINK_PREVIEW: 'off', LOG_LEVEL: 'info' },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
    ...env,
  }
  let child: ChildProcess | undefined
  let text = ''

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  return {
    origin,
    dataDir,
    printed: () => text,
    memory: () => memoryOf(child?.pid),
    async start() {
      child = spawn(process.execPath, [program], {
        cwd: folder,
        env: settings,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const from = text.length
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
      }
      await ready(child, () => text.slice(from))
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Waits for the line that says so; the socket is open by then. */
async function ready(child: ChildProcess, printed: () => string): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs)
  while (!printed().includes('Chopmark is ready on ')) {
    if (child.exitCode !== null || !child.stdout) throw new Error(`The site did not start:\n${printed()}`)
    const spoken = once(child.stdout, 'data', { signal: patience })
    const ended = once(child, 'exit', { signal: patience })
    await Promise.race([spoken, ended]).catch(() => {
      throw new Error(`The site did not get ready in time:\n${printed()}`)
    })
    spoken.catch(() => {})
    ended.catch(() => {})
  }
}

function memoryOf(pid: number | undefined): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kb) / 1024)
  } catch {
    return Number.NaN
  }
}

/** Asked of the system beforehand, because the site must know its public address from the start. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no free port.')
  return address.port
}
