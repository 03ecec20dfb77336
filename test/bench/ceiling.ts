import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Ceiling = { url: string; stop: () => Promise<void> }

/** Starts bare.ts, which serves the answer of `copied` and nothing else, in a process of its own. */
export async function startCeiling(copied: string): Promise<Ceiling> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['test/bench/bare.ts', copied], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const ended = once(child, 'exit')
  const [said] = await Promise.race([once(child.stdout, 'data'), ended])
  const [url] = /http:\/\/[\w.]+:\d+/.exec(String(said)) ?? []
  if (!url) throw new Error(`The program ended early: ${said}`)
  child.stdout.resume()
  return {
    url,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
