import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventually } from '../eventually.ts'

const module = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))

/** A script in the middle of a step, which writes its process id into a file. */
async function runStep() {
  const folder = mkdtempSync(join(tmpdir(), 'step-'))
  const file = join(folder, 'pid')
  const step = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
  const script = `
    import { captureOutput } from ${JSON.stringify(module)}
    await captureOutput(process.execPath, ['-e', ${JSON.stringify(step)}])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let readOutput = ''
  child.stderr.on('data', (text) => {
    readOutput += String(text)
  })
  await eventually(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/))
  const pid = Number(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
  return { child, pid, readOutput: () => readOutput }
}

test.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGKILL'] as const)(
  'a step of a script ends with it on %s',
  async (signal) => {
    const { child, pid, readOutput } = await runStep()
    child.kill(signal)
    const [code] = await once(child, 'close')
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
    expect(code).not.toBe(0)
    expect(readOutput()).toBe(signal === 'SIGKILL' ? '' : 'The command was stopped before it was finished.\n')
  },
)
