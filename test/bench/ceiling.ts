import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Ceiling = { url: string; stop: () => Promise<void> }

/** Starts bare.ts in a separate process, which serves only the response of `copiedUrl`. */
export async function startCeiling(copiedUrl: string): Promise<Ceiling> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['test/bench/bare.ts', copiedUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const ended = once(child, 'exit')
  const [output] = await Promise.race([once(child.stdout, 'data'), ended])
  const [url] = /http:\/\/[\w.]+:\d+/.exec(String(output)) ?? []
  if (!url) throw new Error(`bare.ts ended before it listened: ${output}`)
  child.stdout.resume()
  return {
    url,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
