import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'

const scripts = fileURLToPath(new URL('../../../scripts/builds/', import.meta.url))

let dist: string
beforeEach(() => {
  dist = join(mkdtempSync(join(tmpdir(), 'builds-')), 'dist')
})
afterEach(() => rmSync(join(dist, '..'), { recursive: true }))

type Outcome = { code: number | null; signal: string | null; err: string }
type Program = { child: ChildProcess; ended: Promise<Outcome> }

/** Starts a build that writes its name, and what else `more` does in the folder `at`. */
function startBuild(name: string, more = '', first = ''): Program {
  const program = `
    import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
    import { runMain } from ${JSON.stringify(join(scripts, '../run.mjs'))}
    import { publishBuild } from ${JSON.stringify(join(scripts, 'publish.mjs'))}
    const wait = async (file) => { while (!existsSync(file)) await new Promise((done) => setTimeout(done, 10)) }
    const make = async (at) => {
      writeFileSync(at + '/name', ${JSON.stringify(name)})
      appendFileSync(${JSON.stringify(join(dist, '..', 'made'))}, ${JSON.stringify(`${name}\n`)})
      ${more}
    }
    ${first}
    await runMain(() => publishBuild({ dist: ${JSON.stringify(dist)}, name: ${JSON.stringify(name)}, make }))`
  return watch(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' }))
}

function watch(child: ChildProcess): Program {
  let err = ''
  child.stderr?.on('data', (text) => {
    err += String(text)
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, err }))
  return { child, ended }
}

const build = (name: string) => startBuild(name).ended
const good: Outcome = { code: 0, signal: null, err: '' }
const listBuilds = () => readdirSync(join(dist, 'builds')).sort()
const readCurrent = () => readFileSync(join(dist, 'current', 'name'), 'utf8')
const listMade = () =>
  readFileSync(join(dist, '..', 'made'), 'utf8')
    .trim()
    .split('\n')

/** Runs until it is killed, and has marked a build as used. */
async function startUser(name: string): Promise<Program> {
  const program = `
    import { DatabaseSync } from 'node:sqlite'
    globalThis.mark = new DatabaseSync(${JSON.stringify(join(dist, 'builds', name, 'in-use'))}, { readOnly: true })
    mark.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    console.log('marked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
  const user = watch(child)
  await once(child.stdout, 'data')
  return user
}

async function kill({ child, ended }: Program): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

test('the link leads to the last build, and the one before is kept', async () => {
  for (const name of ['one', 'two', 'three']) {
    expect(await build(name)).toEqual(good)
    expect(readCurrent()).toBe(name)
  }
  expect(listBuilds()).toEqual(['three', 'two'])
  expect(readlinkSync(join(dist, 'current'))).toBe(join('builds', 'three')) // a copy leads into itself
})

test('what is there is not made again: not twice, and not when the sources go back', async () => {
  for (const name of ['one', 'one', 'two', 'one']) expect(await build(name)).toEqual(good)
  expect(listMade()).toEqual(['one', 'two'])
  expect(readCurrent()).toBe('one')
})

test('two at once: the second waits and finds nothing to do', async () => {
  const go = join(dist, '..', 'go')
  const first = startBuild('one', `await wait(${JSON.stringify(go)})`)
  await eventually(() => expect(listMade()).toEqual(['one']))
  const second = startBuild('one')
  await once(second.child.stderr ?? second.child, 'data')
  writeFileSync(go, '')
  expect(await first.ended).toEqual(good)
  expect(await second.ended).toEqual({ ...good, err: 'Waiting for another build to end …\n' })
  expect(listMade()).toEqual(['one'])
})

test('eight at once, of three states of the sources, all end well', async () => {
  const names = ['one', 'two', 'three', 'one', 'two', 'three', 'one', 'two']
  const outcomes = await Promise.all(names.map(build))
  expect(outcomes.map(({ code }) => code)).toEqual(names.map(() => 0))
  expect(names).toContain(readCurrent())
})

test('a build that is killed changes nothing, frees its lock and is swept by the next', async () => {
  await build('one')
  const killed = startBuild('two', `await wait(${JSON.stringify(join(dist, 'never'))})`)
  await eventually(() => expect(listMade()).toEqual(['one', 'two']))
  await kill(killed)
  expect(readCurrent()).toBe('one')
  expect(listBuilds()).toHaveLength(2)
  expect(await build('two')).toEqual(good)
  expect(listBuilds()).toEqual(['one', 'two'])
})

test('a build that fails changes nothing and leaves nothing', async () => {
  await build('one')
  const failed = await startBuild('two', "throw Object.assign(new Error('write'), { code: 'ENOSPC' })").ended
  expect(failed).toEqual({
    code: 1,
    signal: null,
    err: `There is no space left for a build in ${dist}: free some space and start again.\n`,
  })
  expect(readCurrent()).toBe('one')
  expect(listBuilds()).toEqual(['one'])
})

test('a build that a process runs stays until the process is gone, by kill -9 too', async () => {
  await build('one')
  const user = await startUser('one')
  for (const name of ['two', 'three', 'four']) expect(await build(name)).toEqual(good)
  expect(listBuilds()).toEqual(['four', 'one', 'three'])
  await kill(user)
  await build('five')
  expect(listBuilds()).toEqual(['five', 'four'])
})

test('a copy that has followed the link is mended', async () => {
  await build('one')
  const copy = `${dist}-copy`
  cpSync(dist, copy, { recursive: true, dereference: true })
  rmSync(dist, { recursive: true })
  cpSync(copy, dist, { recursive: true })
  expect(await build('two')).toEqual(good)
  expect(readCurrent()).toBe('two')
})

test('a folder that may not be written is one sentence', async () => {
  await build('one')
  for (const path of [dist, join(dist, 'builds')]) chmodSync(path, 0o555)
  const { code, err } = await startBuild('two', '', 'process.getuid() === 0 && process.seteuid(65534)').ended
  for (const path of [dist, join(dist, 'builds')]) chmodSync(path, 0o755)
  expect(code).toBe(1)
  expect(err).toMatch(/^A build is needed, but this user may not write to \S+: run "npm run build" as .*\n$/)
  expect(readCurrent()).toBe('one')
})

test('a build can be read by everybody who may', async () => {
  await build('one')
  const { mode } = statSync(join(dist, 'builds', 'one'))
  expect(mode & 0o777).toBe(statSync(dist).mode & 0o777)
})

test('a folder that is no build is none', async () => {
  mkdirSync(join(dist, 'builds'), { recursive: true })
  mkdirSync(join(dist, 'builds', '.draft-1'))
  await build('one')
  expect(listBuilds()).toEqual(['one'])
  expect(existsSync(join(dist, '.draft-current'))).toBe(false)
})
