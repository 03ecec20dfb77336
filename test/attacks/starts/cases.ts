import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Ending, has, type StartFolder } from './attempt.ts'

/** A way to fail a start, and the expected sentence; undefined for a killed process. */
export type FailedStart = {
  name: string
  sentence: RegExp | undefined
  run: (folder: StartFolder) => Promise<Ending>
}

const withEnv = (env: Record<string, string>) => (folder: StartFolder) => folder.start(env).end()
const createWrongSetting = (variable: string, value: string, reason = ''): FailedStart => ({
  name: `${variable}=${value}`,
  sentence: new RegExp(`^The configuration is wrong\\. ${variable} .*${reason}`),
  run: withEnv({ [variable]: value }),
})
const createRejectedStart = (name: string, env: Record<string, string>, sentence: RegExp): FailedStart => ({
  name,
  sentence,
  run: withEnv(env),
})
const createStartWithFiles = (
  name: string,
  prepare: (dataDir: string) => void,
  sentence: RegExp,
): FailedStart => ({
  name,
  sentence,
  run: (folder) => {
    mkdirSync(folder.dataDir)
    prepare(folder.dataDir)
    return folder.start().end()
  },
})

/** Values of a wrong form, and hosts or folders that do not exist. */
export const wrongSettings: FailedStart[] = [
  createWrongSetting('HOST', 'http://127.0.0.1'),
  createWrongSetting('HOST', '127.0.0.1:3000'),
  createWrongSetting('PORT', 'http'),
  createWrongSetting('PORT', '70000'),
  createWrongSetting('PORT', '0'),
  createWrongSetting('PUBLIC_URL', 'https://chopmark.example/shop', 'must have no path\\.'),
  createWrongSetting('TRUST_PROXY', 'true'),
  createWrongSetting('DATABASE_URL', 'mysql://user:s3cret@127.0.0.1/shop'),
  createWrongSetting('DATABASE_URL', 'postgres://user:5/s3cret@127.0.0.1', 'percent-encode'),
  createWrongSetting('DATABASE_URL', 'postgres://user:s3cret@one,two/shop', 'one host'),
  createWrongSetting('DATABASE_URL', 'postgres://user:s3cret@127.0.0.1/shop?schema=public', 'parameter'),
  createWrongSetting('DATABASE_URL', 'postgres://user:s3cret@127.0.0.1/shop?sslmode=on', 'sslmode'),
  createRejectedStart(
    'HOST of another machine',
    { HOST: '192.0.2.1' },
    /^HOST 192\.0\.2\.1 is not an address of this machine\./,
  ),
  createRejectedStart(
    'HOST without address',
    { HOST: 'nowhere.invalid' },
    /^HOST nowhere\.invalid is a name that does not resolve\./,
  ),
  createRejectedStart(
    'no database at that port',
    { DATABASE_URL: 'postgres://user:s3cret@127.0.0.1:1/shop' },
    /^The PostgreSQL server at 127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED/,
  ),
  createRejectedStart(
    'no database at that socket',
    { DATABASE_URL: 'postgres://user:s3cret@/shop?host=/nowhere' },
    /^The PostgreSQL server at \/nowhere cannot be used: connect ENOENT/,
  ),
  createRejectedStart(
    'DATA_DIR in /proc',
    { DATA_DIR: '/proc/none' },
    /^No file can be written to the folder \/proc\/none of DATA_DIR/,
  ),
]

const portTaken: FailedStart = {
  name: 'the port is taken',
  sentence: /^PORT \d+ is taken by another process\./,
  run: async (folder) => {
    const portOwner = createServer().listen(folder.port, '127.0.0.1')
    await once(portOwner, 'listening')
    return folder
      .start()
      .end()
      .finally(() => portOwner.close())
  },
}

const secondWhileRunning: FailedStart = {
  name: 'a second start while the site runs, which continues',
  sentence:
    /^The site is running already: another process uses the database folder .+\/db, and PORT \d+ is taken\./,
  run: (folder) => runSecond(folder, 'is ready on'),
}

const secondDuringStart: FailedStart = {
  name: 'a second start during the first start, which succeeds',
  sentence: /^The database folder .+\/db is in use by another process\./,
  run: (folder) => runSecond(folder, undefined),
}

/** Ends the first start before it lists the remaining processes, because they belong to the first. */
async function runSecond(folder: StartFolder, moment: string | undefined): Promise<Ending> {
  const first = folder.start()
  await first.until(moment ? () => first.printed().includes(moment) : has(folder, 'db.new'))
  const { code, errorOutput, ms } = await folder.start().end()
  await first.until(() => first.printed().includes('is ready on'))
  const reply = await fetch(`http://127.0.0.1:${folder.port}/readyz`)
  first.process.kill('SIGTERM')
  const { code: firstCode, remaining } = await first.end()
  const isFirstFine = reply.status === 200 && firstCode === 0
  return { code: isFirstFine ? code : 0, errorOutput, ms, remaining }
}

/** Faults that are found after the database was opened. */
export const lateFailures: FailedStart[] = [
  portTaken,
  secondWhileRunning,
  secondDuringStart,
  createRejectedStart(
    'a password of the first admin that is too common',
    { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: '1qaz2wsx3edc' },
    /^The configuration is wrong\. ADMIN_PASSWORD is invalid/,
  ),
  createRejectedStart(
    'QC_SOURCES that does not exist',
    { QC_SOURCES: '/nowhere.json' },
    /QC_SOURCES|nowhere\.json/,
  ),
  createRejectedStart(
    'PRODUCT_SOURCES that does not exist',
    { PRODUCT_SOURCES: '/nowhere.json' },
    /^PRODUCT_SOURCES is wrong\. \/nowhere\.json/,
  ),
  createRejectedStart(
    'CLAIMS that does not exist',
    { CLAIMS: '/nowhere.json' },
    /^CLAIMS is wrong\. \/nowhere\.json/,
  ),
  createStartWithFiles(
    'a damaged secret',
    (dataDir) => writeFileSync(join(dataDir, 'secret'), 'half'),
    /^The secret in .+ is damaged/,
  ),
  createStartWithFiles(
    'a file in place of media',
    (dataDir) => writeFileSync(join(dataDir, 'media'), ''),
    /media must be a folder/,
  ),
  createStartWithFiles(
    'files in the database folder',
    (dataDir) => {
      mkdirSync(join(dataDir, 'db'))
      writeFileSync(join(dataDir, 'db', 'note'), '')
    },
    /^The database folder .+\/db cannot be opened\./,
  ),
  createStartWithFiles(
    'a file in the way of the catalogue',
    (dataDir) => {
      mkdirSync(join(dataDir, 'media'))
      writeFileSync(join(dataDir, 'media', 'demo'), '')
    },
    /demo/,
  ),
]

/** Moments to interrupt a first start, each with its condition. */
const moments = {
  'while the program is loaded': () => () => true,
  'while the database is created': (folder: StartFolder) => has(folder, 'db.new'),
  'while the database starts': (folder: StartFolder) => has(folder, 'db/postmaster.pid'),
  'while the catalogue is filled': (folder: StartFolder) => has(folder, 'media/demo'),
}

const createInterruptions = (signal: NodeJS.Signals, launcher: boolean): FailedStart[] =>
  Object.entries(moments).map(([when, atMoment]) => ({
    name: `${signal} ${launcher ? 'to the launcher ' : ''}${when}`,
    // A process that is still loading has no signal handler yet, and a killed one cannot react.
    sentence: launcher || when.includes('loaded') ? undefined : new RegExp(`^Stopped by ${signal}\\.$`, 'm'),
    run: async (folder) => {
      const attempt = folder.start({}, launcher)
      await attempt.until(atMoment(folder))
      attempt.process.kill(signal)
      return attempt.end()
    },
  }))

export const interruptions: FailedStart[] = [
  ...createInterruptions('SIGTERM', false),
  ...createInterruptions('SIGINT', false),
  ...createInterruptions('SIGHUP', false),
  ...createInterruptions('SIGHUP', true),
  ...createInterruptions('SIGKILL', true),
]
