import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#db/client.ts'
import { readPostmaster } from '#db/postgres/socket-folder.ts'
import { aSession, aUser, passwordHash } from '#support/factories.ts'
import { packContent, readContent } from '#support/forged-backups.ts'
import { hostileBackups } from '#support/hostile-backups.ts'
import { type Site, startSite } from '#support/site.ts'
import { digestRows } from '../data.ts'
import { type Report, tally } from '../report.ts'
import { withServerDatabase } from '../site.ts'

const cli = fileURLToPath(new URL('../../../dist/current/server/cli.js', import.meta.url))
/** Tables that a site, a restore or a request writes by itself. */
const changingTables = /^(pgboss\.|public\.(security_events|limit_counters|images)$)/

type Stage = { site: Site; folder: string; url: string | undefined }
/** Digests of rows, images and secret, by table or file. */
type State = Record<string, string>
type States = { first: State; second: State }
type StateName = keyof States
type Round = { moment: string; wrong: string[] }

/** `restore --replace` is killed at any moment, and gets hostile backups. The site is complete each time. */
export async function restoreBackups(report: Report): Promise<void> {
  await onSite(report, undefined)
  await withServerDatabase((url) => onSite(report, url))
}

async function onSite(report: Report, url: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-restores-'))
  const site = await startSite({ env: { ...(url && { DATABASE_URL: url }) } })
  try {
    const stage = { site, folder, url }
    const states = await createStates(stage)
    const kind = url ? 'server' : 'embedded'
    await killRestores(report, stage, {
      states,
      kind,
      rounds: url ? report.amount(2, 10) : report.amount(6, 50),
    })
    if (!url) await tryHostileBackups(report, stage)
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Two states of the site, each with a backup; it ends in the second. */
async function createStates(stage: Stage): Promise<States> {
  const first = await createState(stage, 'first')
  return { first, second: await createState(stage, 'second') }
}

async function createState(stage: Stage, name: StateName): Promise<State> {
  const { site } = stage
  await site.end()
  const { db, close } = await openDatabase({ ...getLocation(stage), applicationName: 'battery' })
  for (let index = 0; index < 20; index += 1) {
    const user = await aUser(db, { passwordHash, role: index === 0 ? 'admin' : 'user' })
    await aSession(db, user)
  }
  await close()
  const files = { [`marks/${name}.webp`]: name, 'marks/both.webp': name, [`${name}.webp`]: name }
  mkdirSync(join(site.dataDir, 'media', 'marks'), { recursive: true })
  for (const [path, content] of Object.entries(files))
    writeFileSync(join(site.dataDir, 'media', path), content)
  writeFileSync(join(site.dataDir, 'secret'), randomBytes(32).toString('base64url'))
  await site.restart()
  await site.end()
  const { code, err } = await runCommand(stage, ['backup', getFile(stage, name)])
  if (code !== 0) throw new Error(err)
  return readState(stage)
}

const getFile = ({ folder }: Stage, name: StateName) => join(folder, `${name}.tar.zst`)
const getLocation = ({ site, url }: Stage) => ({ dataDir: join(site.dataDir, 'db'), url })

async function readState(stage: Stage): Promise<State> {
  const { dataDir } = stage.site
  const rows = [...(await digestRows(getLocation(stage)))].filter(([table]) => !changingTables.test(table))
  const files = readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return {
    'names of images': await readImageNames(stage),
    ...Object.fromEntries(rows.map(([table, { count, digest }]) => [table, `${count} ${digest}`])),
    ...Object.fromEntries(
      [...files, join(dataDir, 'secret')].map((path) => [
        relative(dataDir, path),
        hash('sha256', readFileSync(path, 'utf8').trim()),
      ]),
    ),
  }
}

/** Digest of the images' names only, because the first request of an image adds size and color to its row. */
async function readImageNames(stage: Stage): Promise<string> {
  const { pool, close } = await openDatabase({ ...getLocation(stage), applicationName: 'battery' })
  const { rows } = await pool.query('select hash, source from images order by hash')
  await close()
  return hash('sha256', JSON.stringify(rows))
}

type Killing = { states: States; kind: string; rounds: number }

async function killRestores(report: Report, stage: Stage, { states, kind, rounds }: Killing): Promise<void> {
  const startMs = performance.now()
  await runCommand(stage, ['restore', getFile(stage, 'first'), '--replace'])
  const restoreMs = performance.now() - startMs
  const done: Round[] = []
  let currentName: StateName = 'first'
  for (let round = 0; round < rounds; round += 1) {
    const targetName: StateName = currentName === 'first' ? 'second' : 'first'
    const moment = await killOnce(stage, targetName, {
      round,
      ms: (restoreMs * (round + 0.5)) / rounds,
      currentName,
    })
    await stage.site.restart()
    const wrong = await listMissingImages(stage)
    await stage.site.end()
    const state = await readState(stage)
    currentName =
      countDifferences(state, states.first) < countDifferences(state, states.second) ? 'first' : 'second'
    wrong.push(...listDifferences(state, states[currentName]), ...listRemainingFiles(stage))
    const verified = await runCommand(stage, ['verify'])
    if (verified.code !== 0) wrong.push(verified.out + verified.err)
    done.push({ moment: `${moment}: ${currentName === targetName ? 'restored' : 'as before'}`, wrong })
  }
  report.check(`after a killed restore, the data is complete after the next start, ${kind}`, {
    figure: `of ${restoreMs.toFixed(0)} ms, killed ${done.map(({ moment }) => moment).join(', ')}`,
    ...tally(
      done,
      ({ wrong }) => wrong.length === 0,
      ({ moment, wrong }) => `${moment}; ${wrong.join('; ')}`,
    ),
  })
}

type Kill = { round: number; ms: number; currentName: StateName }

/** Kills a restore: at any time, while its journal is open, or while images are moved; every second time with the database. */
async function killOnce(
  stage: Stage,
  targetName: StateName,
  { round, ms, currentName }: Kill,
): Promise<string> {
  const { dataDir } = stage.site
  const command = startCommand(stage, ['restore', getFile(stage, targetName), '--replace'])
  const isOver = command.ended.then(() => true)
  const until = async (isDone: () => boolean) => {
    while (!isDone() && !(await Promise.race([isOver, delay(1, false)])));
  }
  const startMs = performance.now()
  const journal = join(dataDir, 'restore.json')
  if (round % 3 === 0) await until(() => performance.now() - startMs > ms)
  else await until(() => existsSync(journal))
  if (round % 3 === 1) await delay((ms * 97) % 400)
  if (round % 3 === 2) await until(() => !existsSync(join(dataDir, 'media', `${currentName}.webp`)))
  const at = `${['at', 'open at', 'placing at'][round % 3]} ${(performance.now() - startMs).toFixed(0)} ms`
  command.child.kill('SIGKILL')
  if (round % 2 === 1 && !stage.url) killServer(join(dataDir, 'db'))
  await command.ended
  return at
}

function killServer(folder: string): void {
  const server = readPostmaster(folder)
  try {
    if (server) process.kill(server.pid, 'SIGKILL')
  } catch {
    // It had ended.
  }
}

/** Describes each image of the catalogue that is not served. */
async function listMissingImages({ site }: Stage): Promise<string[]> {
  const list = await fetch(`${site.origin}/api/v1/products/getPopularProduct?page=1&limit=50`)
  const addresses = new Set((await list.text()).match(/\/img\/[^"\s]+/g))
  const wrong = addresses.size > 0 ? [] : ['the list has no image']
  for (const address of addresses) {
    const { status } = await fetch(site.origin + address)
    if (status !== 200) wrong.push(`${address} has status ${status}`)
  }
  return wrong
}

function listDifferences(state: State, expected: State): string[] {
  const names = new Set([...Object.keys(state), ...Object.keys(expected)])
  return [...names].filter((name) => state[name] !== expected[name]).map((name) => `${name} is different`)
}

const countDifferences = (state: State, expected: State) => listDifferences(state, expected).length

function listRemainingFiles({ site: { dataDir } }: Stage): string[] {
  return ['restore.json', 'restore.json.new', 'secret.restoring', 'media/.restoring']
    .filter((name) => existsSync(join(dataDir, name)))
    .map((name) => `${name} remains`)
}

async function tryHostileBackups(report: Report, stage: Stage): Promise<void> {
  const content = await readContent(getFile(stage, 'second'))
  const before = await readState(stage)
  const file = join(stage.folder, 'hostile.tar.zst')
  const done: { what: string; wrong: string[] }[] = []
  const every = report.amount(8, 1)
  for (const [what, change] of hostileBackups.filter((_, index) => index % every === 0)) {
    writeFileSync(file, await packContent(change(content)))
    const { code, err } = await runCommand(stage, ['restore', file, '--replace'])
    const isSentence = code === 1 && /^[^\n]+\.\n$/.test(err)
    const wrong = [...listDifferences(await readState(stage), before), ...listRemainingFiles(stage)]
    done.push({ what, wrong: isSentence ? wrong : [...wrong, `code ${code}, ${err}`] })
  }
  report.check('a hostile backup is rejected and changes nothing', {
    ...tally(
      done,
      ({ wrong }) => wrong.length === 0,
      ({ what, wrong }) => `${what}: ${wrong.join('; ')}`,
    ),
  })
}

type Outcome = { code: number; out: string; err: string }

function startCommand({ site, url }: Stage, args: string[]) {
  const { promise: ended, resolve } = Promise.withResolvers<Outcome>()
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    DATA_DIR: site.dataDir,
    ...(url && { DATABASE_URL: url }),
  }
  const child = execFile(
    process.execPath,
    [cli, ...args],
    { env, cwd: dirname(site.dataDir) },
    (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
  )
  return { child, ended }
}

function runCommand(stage: Stage, args: string[]): Promise<Outcome> {
  return startCommand(stage, args).ended
}
