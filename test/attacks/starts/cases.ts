import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Ending, has, type StartPlace } from './attempt.ts'

/** A way to fail a start, and what it has to say; undefined: a process that was killed says nothing. */
export type FailedStart = {
  name: string
  sentence: RegExp | undefined
  run: (place: StartPlace) => Promise<Ending>
}

const withEnv = (env: Record<string, string>) => (place: StartPlace) => place.start(env).end()
const wrong = (variable: string, value: string, words = ''): FailedStart => ({
  name: `${variable}=${value}`,
  sentence: new RegExp(`^The configuration is wrong\\. ${variable} .*${words}`),
  run: withEnv({ [variable]: value }),
})
const refused = (name: string, env: Record<string, string>, sentence: RegExp): FailedStart => ({
  name,
  sentence,
  run: withEnv(env),
})
const prepared = (name: string, prepare: (dataDir: string) => void, sentence: RegExp): FailedStart => ({
  name,
  sentence,
  run: (place) => {
    mkdirSync(place.dataDir)
    prepare(place.dataDir)
    return place.start().end()
  },
})

/** Values that are wrong by their form, and places that are not there. */
export const wrongSettings: FailedStart[] = [
  wrong('HOST', 'http://127.0.0.1'),
  wrong('HOST', '127.0.0.1:3000'),
  wrong('PORT', 'http'),
  wrong('PORT', '70000'),
  wrong('PORT', '0'),
  wrong('PUBLIC_URL', 'https://chopmark.example/shop', 'must have no path\\.'),
  wrong('TRUST_PROXY', 'true'),
  wrong('DATABASE_URL', 'mysql://user:s3cret@127.0.0.1/shop'),
  wrong('DATABASE_URL', 'postgres://user:5/s3cret@127.0.0.1', 'percent-encode'),
  wrong('DATABASE_URL', 'postgres://user:s3cret@one,two/shop', 'one host'),
  wrong('DATABASE_URL', 'postgres://user:s3cret@127.0.0.1/shop?schema=public', 'parameter'),
  wrong('DATABASE_URL', 'postgres://user:s3cret@127.0.0.1/shop?sslmode=on', 'sslmode'),
  refused(
    'HOST of another machine',
    { HOST: '192.0.2.1' },
    /^HOST 192\.0\.2\.1 is not an address of this machine\./,
  ),
  refused(
    'HOST without address',
    { HOST: 'nowhere.invalid' },
    /^HOST nowhere\.invalid is a name that does not resolve\./,
  ),
  refused(
    'no database at that port',
    { DATABASE_URL: 'postgres://user:s3cret@127.0.0.1:1/shop' },
    /^The PostgreSQL server at 127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED/,
  ),
  refused(
    'no database at that socket',
    { DATABASE_URL: 'postgres://user:s3cret@/shop?host=/nowhere' },
    /^The PostgreSQL server at \/nowhere cannot be used: connect ENOENT/,
  ),
  refused(
    'DATA_DIR in /proc',
    { DATA_DIR: '/proc/none' },
    /^The folder \/proc\/none of DATA_DIR cannot be written/,
  ),
]

const portTaken: FailedStart = {
  name: 'the port is taken',
  sentence: /^PORT \d+ is taken by another process\./,
  run: async (place) => {
    const other = createServer().listen(place.port, '127.0.0.1')
    await once(other, 'listening')
    return place
      .start()
      .end()
      .finally(() => other.close())
  },
}

const secondBeside: FailedStart = {
  name: 'a second start beside the first, which goes on',
  sentence:
    /^The site is running already: another process uses the database folder .+\/db, and PORT \d+ is taken\./,
  run: (place) => runSecond(place, 'is ready on'),
}

const secondDuring: FailedStart = {
  name: 'a second start during the first, which gets ready',
  sentence: /^The database folder .+\/db is in use by another process\./,
  run: (place) => runSecond(place, undefined),
}

/** What is left after the second is what belongs to the first, so that the first is ended before it is counted. */
async function runSecond(place: StartPlace, moment: string | undefined): Promise<Ending> {
  const first = place.start()
  await first.until(moment ? () => first.printed().includes(moment) : has(place, 'db.new'))
  const { code, said, ms } = await place.start().end()
  await first.until(() => first.printed().includes('is ready on'))
  const reply = await fetch(`http://127.0.0.1:${place.port}/readyz`)
  first.process.kill('SIGTERM')
  const { code: firstCode, left } = await first.end()
  const isWell = reply.status === 200 && firstCode === 0
  return { code: isWell ? code : 0, said, ms, left }
}

/** Whatever is found wrong after the database was opened. */
export const lateFailures: FailedStart[] = [
  portTaken,
  secondBeside,
  secondDuring,
  refused(
    'a password of the first admin that is too common',
    { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: '1qaz2wsx3edc' },
    /^The configuration is wrong\. ADMIN_PASSWORD is invalid/,
  ),
  refused('QC_SOURCES that is no file', { QC_SOURCES: '/nowhere.json' }, /QC_SOURCES|nowhere\.json/),
  refused('CLAIMS that is no file', { CLAIMS: '/nowhere.json' }, /^CLAIMS is wrong\. \/nowhere\.json/),
  prepared(
    'a damaged secret',
    (dataDir) => writeFileSync(join(dataDir, 'secret'), 'half'),
    /^The secret in .+ is damaged/,
  ),
  prepared(
    'a file in place of media',
    (dataDir) => writeFileSync(join(dataDir, 'media'), ''),
    /media must be a folder/,
  ),
  prepared(
    'files in the database folder',
    (dataDir) => {
      mkdirSync(join(dataDir, 'db'))
      writeFileSync(join(dataDir, 'db', 'note'), '')
    },
    /^The database folder .+\/db cannot be opened\./,
  ),
  prepared(
    'a file in the way of the catalogue',
    (dataDir) => {
      mkdirSync(join(dataDir, 'media'))
      writeFileSync(join(dataDir, 'media', 'demo'), '')
    },
    /demo/,
  ),
]

/** When a first start is interrupted: what there is by then. */
const moments = {
  'while the program is loaded': () => () => true,
  'while the database is made': (place: StartPlace) => has(place, 'db.new'),
  'while the database starts': (place: StartPlace) => has(place, 'db/postmaster.pid'),
  'while the catalogue is filled': (place: StartPlace) => has(place, 'media/demo'),
}

const interrupted = (signal: NodeJS.Signals, launcher: boolean): FailedStart[] =>
  Object.entries(moments).map(([when, atMoment]) => ({
    name: `${signal} ${launcher ? 'to the launcher ' : ''}${when}`,
    // What is loaded has no owner of signals yet, and a killed process is not asked.
    sentence: launcher || when.includes('loaded') ? undefined : new RegExp(`^Stopped by ${signal}\\.$`, 'm'),
    run: async (place) => {
      const attempt = place.start({}, launcher)
      await attempt.until(atMoment(place))
      attempt.process.kill(signal)
      return attempt.end()
    },
  }))

export const interruptions: FailedStart[] = [
  ...interrupted('SIGTERM', false),
  ...interrupted('SIGINT', false),
  ...interrupted('SIGHUP', false),
  ...interrupted('SIGHUP', true),
  ...interrupted('SIGKILL', true),
]
