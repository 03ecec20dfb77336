import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const module = fileURLToPath(new URL('../../../scripts/keep-running.mjs', import.meta.url))

/** What is printed by a server that is kept running, and what by its keeper; `signal` is sent once it is up. */
async function runKept(server: string, signal?: NodeJS.Signals) {
  const keeper = `
    import { keepRunning } from ${JSON.stringify(module)}
    const args = ['--input-type=module', '-e', ${JSON.stringify(server)}]
    process.exitCode = await keepRunning(process.execPath, args, { restartDelayMs: 0 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', keeper], { stdio: 'pipe' })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    output.out += String(text)
    if (signal) child.kill(signal)
  })
  child.stderr.on('data', (text) => {
    output.err += String(text)
  })
  const [code] = await once(child, 'close')
  return { code, ...output }
}

const ready = "process.send('ready', () => { console.log('up'); "
const again = 'The server ended with code 1. It is started again.\n'

test('starts a server again that ends after it was ready, three times in ten minutes', async () => {
  expect(await runKept(`${ready} process.exit(1) })`)).toEqual({
    code: 1,
    out: 'up\n'.repeat(4),
    err: `${again.repeat(3)}The server ended with code 1, for the fourth time in ten minutes. It is not started again.\n`,
  })
})

test('leaves one alone that never was ready', async () => {
  expect(await runKept("console.log('no'); process.exit(1)")).toEqual({ code: 1, out: 'no\n', err: '' })
})

test('leaves one alone that was told to stop', async () => {
  const server = `process.on('SIGTERM', () => process.exit(1)); setInterval(() => {}, 1000); ${ready} })`
  expect(await runKept(server, 'SIGTERM')).toEqual({ code: 1, out: 'up\n', err: '' })
})
