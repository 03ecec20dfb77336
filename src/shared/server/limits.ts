import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import type { Limit } from '#shared/contract.ts'
import { failures, type Problem, RequestError } from '#shared/failure.ts'
import { ExpiringMap } from './expiring-map.ts'

/** Whom a rule counts for, and how many it lets through. */
export type Counter = { rule: string; who: string; limit: Limit }

/** The first refusal by a counter that is full; the later ones are plain, so that a flood is told of once. */
export class LimitReached extends RequestError {
  readonly rule: string

  constructor({ rule, limit }: Counter, endsAt: number) {
    super(tooMany(limit, endsAt))
    this.rule = rule
  }
}

export type Limits = {
  /** Counts one attempt; throws 429 with the seconds to wait when it is one too many. */
  count(rule: string, who: string, limit: Limit): Promise<void>
  /**
   * Makes an attempt that counts only when it fails, that is answers false; throws 429 instead when any counter is
   * full. Of any number of attempts at once no more are made than may still fail: the others wait for their outcome.
   */
  countFailures(counters: Counter[], attempt: () => Promise<boolean>): Promise<boolean>
  /** Starts anew. */
  forgive(counters: Pick<Counter, 'rule' | 'who'>[]): Promise<void>
}

type LimitsDeps = {
  pool: Pool
  /** Every limit times this; for load tests. */
  multiplier: number
}
type Taken = { key: string; expire: string }
type Full = { endsAt: number; askAgainAt: number }

/** For this long whoever is refused costs no further query. */
const REMEMBERED_MS = 1000
const MAX_REMEMBERED = 10_000

/** Counters in the database, so that they outlast a restart and are shared by several processes. */
export function createLimits({ pool, multiplier }: LimitsDeps): Limits {
  const fulls = new ExpiringMap<Full>(MAX_REMEMBERED)
  const underWay = createUnderWay()
  const inLine = createLines()

  function refuseIfRemembered(counters: Counter[]): void {
    for (const counter of counters) {
      const full = fulls.get(keyOf(counter))
      if (full && Date.now() < full.askAgainAt) throw new RequestError(tooMany(counter.limit, full.endsAt))
    }
  }

  async function refuse(counter: Counter): Promise<never> {
    const key = keyOf(counter)
    const endsAt = (await endOf(pool, key)) ?? Date.now()
    const isTold = fulls.get(key)?.endsAt === endsAt
    fulls.set(key, { endsAt, askAgainAt: Date.now() + REMEMBERED_MS }, endsAt - Date.now())
    throw isTold ? new RequestError(tooMany(counter.limit, endsAt)) : new LimitReached(counter, endsAt)
  }

  /** One more in every counter, or in none. */
  async function takeAll(counters: Counter[]): Promise<{ taken: Taken[] } | { full: Counter }> {
    const taken = await take(pool, counters, multiplier)
    const full = counters.find((counter) => !taken.some(({ key }) => key === keyOf(counter)))
    if (!full) return { taken }
    await giveBack(pool, taken)
    return { full }
  }

  async function reserve(counters: Counter[]): Promise<{ taken: Taken[]; settle: () => void }> {
    const keys = counters.map(keyOf)
    for (;;) {
      refuseIfRemembered(counters)
      const outcomes = underWay.of(keys)
      const result = await takeAll(counters)
      if ('taken' in result) return { ...result, settle: underWay.add(keys) }
      const mayGiveBack = outcomes.get(keyOf(result.full))
      if (!mayGiveBack) return refuse(result.full)
      await Promise.race(mayGiveBack)
    }
  }

  return {
    async count(rule, who, limit) {
      const counter = { rule, who, limit }
      refuseIfRemembered([counter])
      if ((await take(pool, [counter], multiplier)).length === 0) await refuse(counter)
    },
    async countFailures(counters, attempt) {
      const [first] = counters
      if (!first) return attempt()
      const { taken, settle } = await inLine(keyOf(first), () => reserve(counters))
      let isFailure = false
      try {
        isFailure = !(await attempt())
        return !isFailure
      } finally {
        await giveBack(pool, isFailure ? [] : taken).finally(settle)
      }
    },
    async forgive(counters) {
      const keys = counters.map(keyOf)
      await pool.query('delete from limit_counters where key = any($1)', [keys])
      for (const key of keys) fulls.delete(key)
    },
  }
}

function keyOf({ rule, who }: Pick<Counter, 'rule' | 'who'>): string {
  return `${rule}:${who}`
}

function tooMany({ sentence = failures.tooMany.message }: Limit, endsAt: number): Problem {
  const seconds = Math.ceil((endsAt - Date.now()) / 1000)
  return { ...failures.tooMany, message: sentence, retryAfter: Math.max(1, seconds) }
}

/**
 * Adds one to each counter that is not full, and answers which. One statement, so that nobody else counts between the
 * look and the step; all go through the rows in the same order, so that no two wait for each other.
 */
async function take(pool: Pool, counters: Counter[], multiplier: number): Promise<Taken[]> {
  const now = Date.now()
  const asked = counters
    .map((counter) => ({ key: keyOf(counter), ...counter.limit }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  const { rows } = await pool.query<Taken>(
    `with asked as (select * from unnest($1::text[], $2::bigint[], $3::int[]) as asked (key, ends, most))
     insert into limit_counters as kept (key, points, expire) select key, 1, ends from asked
     on conflict (key) do update set
       points = case when kept.expire <= $4 then 1 else kept.points + 1 end,
       expire = case when kept.expire <= $4 then excluded.expire else kept.expire end
     where kept.expire <= $4 or kept.points < (select most from asked where asked.key = kept.key)
     returning key, expire::text`,
    [
      asked.map(({ key }) => key),
      asked.map(({ seconds }) => now + seconds * 1000),
      asked.map(({ count }) => Math.max(1, Math.floor(count * multiplier))),
      now,
    ],
  )
  return rows
}

/** Takes one off again, but never off the count of the time that came after. */
async function giveBack(pool: Pool, taken: Taken[]): Promise<void> {
  if (taken.length === 0) return
  await pool.query(
    `update limit_counters set points = points - 1 where key in (
       select key from limit_counters join unnest($1::text[], $2::bigint[]) as taken (key, expire) using (key, expire)
       where points > 0 order by key collate "C" for update of limit_counters)`,
    [taken.map(({ key }) => key), taken.map(({ expire }) => expire)],
  )
}

async function endOf(pool: Pool, key: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ expire: string }>('select expire from limit_counters where key = $1', [
    key,
  ])
  return rows[0] && Number(rows[0].expire)
}

/** Attempts of this process whose outcome is open, by counter. */
function createUnderWay() {
  const open = new Map<string, Set<Promise<void>>>()
  return {
    /** Those of now, for each key that has any. */
    of: (keys: string[]) =>
      new Map(keys.flatMap((key) => (open.has(key) ? [[key, [...(open.get(key) ?? [])]]] : []))),
    /** Answers what to call when the outcome is known. */
    add(keys: string[]): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const key of keys) open.set(key, (open.get(key) ?? new Set()).add(promise))
      return () => {
        for (const key of keys) {
          open.get(key)?.delete(promise)
          if (open.get(key)?.size === 0) open.delete(key)
        }
        resolve()
      }
    },
  }
}

/** Lets tasks of the same name run one after the other, so that of many who wait only the first asks again and again. */
function createLines() {
  const lasts = new Map<string, Promise<unknown>>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const turn = (lasts.get(name) ?? Promise.resolve()).then(task, task)
    lasts.set(name, turn)
    try {
      return await turn
    } finally {
      if (lasts.get(name) === turn) lasts.delete(name)
    }
  }
}

/** Of all that is no address together, because each could be a new text. */
const nowhere = 'unknown'

/**
 * An address in its one form, of at most 45 characters; `unknown` for the texts that clients of a proxy can claim
 * instead. Some proxies write the port behind it.
 */
export function addressOf(text: string): string {
  const plain = text.replace(/^\[([^\]]+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '')
  return ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : nowhere
}

/** By what an address counts: IPv6 by its /64, which one household has. */
export function networkOf(text: string): string {
  const address = addressOf(text)
  return ipaddr.IPv6.isValid(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address
}
