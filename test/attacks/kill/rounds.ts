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
import { createJournal, type Journal, NoResponseError } from './journal.ts'
import { listAccounts, listLostPictures, observeSite } from './observe.ts'
import { createFixedRows, createWriters, deleteLeftovers, type Writer } from './writers.ts'

/** Disrupts a site during writes. Returns the ms until it was ready again, when its process survives. */
export type Disruption = (site: Site) => Promise<number | undefined>

export type Outcome = {
  /** Acknowledged changes that are lost or half done, and requests that were refused without a reason. */
  wrong: string[]
  /** Ms from the start of the process, or the kill of the database, until the site is ready. */
  readyMs: number
}
type Options = {
  site: Site
  /** Set: the data is on a PostgreSQL server, which runs on when the site is killed. */
  url?: string | undefined
  raceSite: RaceSite
}

/** An access token is valid for 15 minutes. */
const freshMs = 5 * MINUTE_MS
/** Limits before a kill: acknowledged writes, and time. */
const maxWrites = 400
const maxWaitMs = 5000

/** Prepares a site for repeated kills while sixteen writers work. */
export async function startKills({ site, url, raceSite }: Options) {
  const journal = createJournal()
  let loggedIn = Date.now()
  let round = 0
  await createFixedRows(raceSite)

  /** All connections ended with the process. */
  const reconnect = async () => {
    raceSite.client.close()
    raceSite.client = createTestClient(site.origin)
    if (Date.now() - loggedIn < freshMs) return
    const { client, admins, users } = raceSite
    raceSite.admins = [await logIn(client, admins[0]), await logIn(client, admins[1])]
    raceSite.users = [await logIn(client, users[0]), await logIn(client, users[1])]
    loggedIn = Date.now()
  }

  return {
    journal,
    /** Writes, kills, restarts and compares; with `isDeep` also the rows. */
    async round(isDeep: boolean, disrupt: Disruption = kills.site): Promise<Outcome> {
      round += 1
      const job = { raceSite, journal, round }
      const writers = await createWriters(job)
      const stop = { isRequested: false }
      const writing = writers.map((writer) => writeUntilStopped(writer, stop))
      await waitForRandomWrites(journal)
      journal.setOutage(disrupt !== kills.site)
      const readyAfterMs = await disrupt(site)
      stop.isRequested = true
      const ended = await Promise.allSettled(writing)
      const broken = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      const readyMs = readyAfterMs ?? (await site.restart())
      journal.setOutage(false)
      await reconnect()
      const wrong = [...broken, ...journal.takeUnexpected()]
      for (const { prefix, values } of await observeSite(raceSite, round))
        wrong.push(...journal.compare(prefix, values))
      if (isDeep) wrong.push(...(await listLostPictures(raceSite)), ...(await checkRows(site, url, journal)))
      await deleteLeftovers(job)
      return { wrong: [...wrong, ...journal.takeUnexpected()], readyMs }
    },

    /** Compares the accounts of all rounds. */
    allAccounts: async () => journal.compare('user ', await listAccounts(raceSite, 'kill-')),
  }
}

/** Waits for a random number of acknowledged writes. */
async function waitForRandomWrites(journal: Journal): Promise<void> {
  const targetWrites = journal.acknowledged + randomInt(1, maxWrites)
  const until = Date.now() + maxWaitMs
  while (journal.acknowledged < targetWrites && Date.now() < until) await delay(randomInt(1, 20))
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
} satisfies Record<string, Disruption>

/** Waits until the site is ready again. Returns the ms. */
export async function whenReady({ origin }: Site, isRestarted: () => boolean = () => true): Promise<number> {
  const from = performance.now()
  while (!isRestarted() || !(await fetch(`${origin}/readyz`)).ok) await delay(20)
  return Math.round(performance.now() - from)
}

/** Writes until the site does not respond, or until a stop is requested. */
async function writeUntilStopped(writer: Writer, stop: { isRequested: boolean }): Promise<void> {
  try {
    while (!stop.isRequested) await writer()
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error
  }
}

/** Checks the rules of the data and the audit rows. */
async function checkRows(site: Site, url: string | undefined, journal: Journal): Promise<string[]> {
  const location = { dataDir: join(site.dataDir, 'db'), url }
  const missing = await listMissingEvents(location, journal.takeRequestIds())
  const broken = await listBrokenRules(location)
  return [...broken, ...missing.map((id) => `request ${id} has no audit row`)]
}
