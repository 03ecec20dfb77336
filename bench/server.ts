import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Running = { url: string; readyMs: number; rssMb: () => number; stop: () => Promise<void> }

export function newFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts a program in a process of its own and waits for the address in its first lines. */
export async function start(args: string[], env: Record<string, string> = {}): Promise<Running> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  const url = await addressOf(child)
  return {
    url,
    readyMs: Math.round(performance.now() - began),
    rssMb: () => residentMb(child.pid),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  if (!child.stdout) throw new Error('The program has no output.')
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(text)
    const [address] = /http:\/\/[\w.]+:\d+/.exec(output) ?? []
    if (address) {
      child.stdout.resume()
      return address.replace('localhost', '127.0.0.1')
    }
  }
  throw new Error(`The program ended early: ${output}`)
}

/** Resident memory as Linux counts it; 0 where there is no such file. */
export function residentMb(pid: number | undefined): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kb ?? 0) / 1024)
  } catch {
    return 0
  }
}
