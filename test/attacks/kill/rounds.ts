import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPostmaster } from '#db/postgres/socket-folder.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { createTestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { logIn } from '#support/users.ts'
import { listBrokenRules, listMissingEvents } from '../data.ts'
import type { RaceSite } from '../races/race-site.ts'
import { createJournal, type Journal, Unanswered } from './journal.ts'
import { listAccounts, listLostPictures, observeSite } from './observe.ts'
import { createFixedRows, createWriters, deleteLeftovers, type Writer } from './writers.ts'

/** What is done to a site while it is written to. If the site lives on: after how many ms it was ready again. */
export type Harm = (site: Site) => Promise<number | undefined>

export type Outcome = {
  /** What was acknowledged and is gone, half done, or was refused without a reason. */
  wrong: string[]
  /** From the start of the process, or from the kill of the database, until it serves. */
  readyMs: number
}
type Options = {
  site: Site
  /** Set: the data is on a PostgreSQL server, which goes on while the site is killed. */
  url?: string | undefined
  world: RaceSite
}

/** A session's access token lives for a quarter of an hour. */
const freshMs = 5 * MINUTE_MS
/** How much the writers get acknowledged before the kill, at most; and how long that may take. */
const maxWrites = 400
const maxWaitMs = 5000

/** Prepares a site for being killed again and again while sixteen write. */
export async function startKills({ site, url, world }: Options) {
  const journal = createJournal()
  let loggedIn = Date.now()
  let round = 0
  await createFixedRows(world)

  /** All connections ended with the process. */
  const reconnect = async () => {
    world.client.close()
    world.client = createTestClient(site.origin)
    if (Date.now() - loggedIn < freshMs) return
    const { client, admins, users } = world
    world.admins = [await logIn(client, admins[0]), await logIn(client, admins[1])]
    world.users = [await logIn(client, users[0]), await logIn(client, users[1])]
    loggedIn = Date.now()
  }

  return {
    journal,
    /** Writes, kills, starts again and compares; `isDeep` looks at rows as well as at answers. */
    async round(isDeep: boolean, harm: Harm = kills.site): Promise<Outcome> {
      round += 1
      const job = { world, journal, round }
      const writers = await createWriters(job)
      const stop = { isRequested: false }
      const writing = writers.map((writer) => writeUntilStopped(writer, stop))
      await waitForAnyMoment(journal)
      journal.setOutage(harm !== kills.site)
      const back = await harm(site)
      stop.isRequested = true
      const ended = await Promise.allSettled(writing)
      const broken = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      const readyMs = back ?? (await site.restart())
      journal.setOutage(false)
      await reconnect()
      const wrong = [...broken, ...journal.takeUnexpected()]
      for (const { prefix, values } of await observeSite(world, round))
        wrong.push(...journal.compare(prefix, values))
      if (isDeep) wrong.push(...(await listLostPictures(world)), ...(await checkRows(site, url, journal)))
      await deleteLeftovers(job)
      return { wrong: [...wrong, ...journal.takeUnexpected()], readyMs }
    },

    /** Compares the accounts of all rounds. */
    allAccounts: async () => journal.compare('user ', await listAccounts(world, 'kill-')),
  }
}

/** Waits until some writes were acknowledged, as many as chance says, and a little longer. */
async function waitForAnyMoment(journal: Journal): Promise<void> {
  const enough = journal.acknowledged + randomInt(1, maxWrites)
  const until = Date.now() + maxWaitMs
  while (journal.acknowledged < enough && Date.now() < until) await delay(randomInt(1, 20))
}

/** The process of the site's own database server; 0 where there is none. */
const findServerPid = ({ dataDir }: Site) => readPostmaster(join(dataDir, 'db'))?.pid ?? 0

function killServer(site: Site): number {
  const pid = findServerPid(site)
  process.kill(pid, 'SIGKILL')
  return pid
}

/** The database's own server can be killed only where the site runs it. */
export const kills = {
  site: async (site) => {
    await site.kill()
    return undefined
  },
  database: (site) => {
    const killed = killServer(site)
    return whenReady(site, () => findServerPid(site) !== killed)
  },
  both: async (site) => {
    killServer(site)
    await site.kill()
    return undefined
  },
} satisfies Record<string, Harm>

/** Asks until the site is ready again; ms. */
export async function whenReady({ origin }: Site, isSoFar: () => boolean = () => true): Promise<number> {
  const from = performance.now()
  while (!isSoFar() || !(await fetch(`${origin}/readyz`)).ok) await delay(20)
  return Math.round(performance.now() - from)
}

/** Writes until no answer comes, or until asked to stop. */
async function writeUntilStopped(writer: Writer, stop: { isRequested: boolean }): Promise<void> {
  try {
    while (!stop.isRequested) await writer()
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
  }
}

/** The rules of the data and the lines of the audit. */
async function checkRows(site: Site, url: string | undefined, journal: Journal): Promise<string[]> {
  const location = { dataDir: join(site.dataDir, 'db'), url }
  const missing = await listMissingEvents(location, journal.takeRequestIds())
  const broken = await listBrokenRules(location)
  return [...broken, ...missing.map((id) => `the audit has nothing of request ${id}`)]
}
