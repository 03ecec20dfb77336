import { execFile } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'

const scripts = fileURLToPath(new URL('../../scripts/tests/vitest.mjs', import.meta.url))
const folders: string[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

type RunOutcome = { passed: number; failed: number; flaky: string[]; failures: string[] }

/** Runs one file of browser tests as `npm test` does; `firstTime(name)` is true in it once for each name. */
async function runTests(body: string, tidyUp = ''): Promise<RunOutcome> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'chopmark-repeat-')))
  folders.push(folder)
  const files = {
    'vitest.config.mjs': `
      const test = { name: 'browser', globals: true, include: ['*.e2e.mjs'], globalSetup: './setup.mjs' }
      export default { test: { projects: [{ test }] } }`,
    'setup.mjs': `export default () => () => { ${tidyUp} }`,
    'some.e2e.mjs': `
      import { existsSync, writeFileSync } from 'node:fs'
      function firstTime(name) {
        const file = ${JSON.stringify(folder)} + '/' + name
        const isFirst = !existsSync(file)
        writeFileSync(file, '')
        return isFirst
      }
      ${body}`,
    'run.mjs': `
      import { writeFileSync } from 'node:fs'
      import { runTests } from ${JSON.stringify(scripts)}
      const outcome = await runTests('browser', { args: ['--root', ${JSON.stringify(folder)}] })
      writeFileSync(${JSON.stringify(join(folder, 'outcome.json'))}, JSON.stringify(outcome))`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await promisify(execFile)(process.execPath, [join(folder, 'run.mjs')])
  return JSON.parse(await readFile(join(folder, 'outcome.json'), 'utf8'))
}

test('a browser test that fails is run once more by itself; one that passes then counts as passed and is named', async () => {
  const { passed, failed, flaky, failures } = await runTests(`
    test('(by itself) fails once', () => expect(firstTime('a')).toBe(false))
    describe('a group', () => {
      test('fails once', () => expect(firstTime('b')).toBe(false))
      test('fails once more', () => expect(firstTime('c')).toBe(false))
      test('fails always', () => expect('this').toBe('that'))
      test('passes', () => expect(1).toBe(1))
    })`)
  expect(flaky.map((title) => title.replace(/.*some\.e2e\.mjs > /, ''))).toEqual([
    '(by itself) fails once',
    'a group > fails once',
    'a group > fails once more',
  ])
  expect([passed, failed]).toEqual([4, 1])
  expect(failures).toEqual([expect.stringContaining('a group > fails always')])
})

test('what fails outside a test is told with the others, by the name of its cause', async () => {
  const { passed, failed, failures } = await runTests(`
    test('leaves a promise behind', async () => {
      Promise.reject(new Error('this is never awaited'))
      await new Promise((resolve) => setImmediate(resolve))
    })
    describe('a group', () => {
      afterAll(() => { throw new Error('not tidied up') })
      test('passes', () => expect(1).toBe(1))
    })`)
  expect([passed, failed]).toEqual([2, 2])
  expect(failures).toEqual([
    expect.stringContaining('not tidied up'),
    expect.stringContaining('leaves a promise behind\n      unhandled: Error: this is never awaited'),
  ])
})

test('what fails when all tests have passed is told', async () => {
  const { passed, failed, failures } = await runTests(
    "test('passes', () => expect(1).toBe(1))",
    "throw new Error('the server did not stop')",
  )
  expect([passed, failed]).toEqual([1, 1])
  expect(failures).toEqual([
    expect.stringMatching(/^FAIL {2}project browser ended with code 1:.*the server did not stop/s),
  ])
})
