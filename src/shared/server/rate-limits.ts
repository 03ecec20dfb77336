import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import type { Limit } from '#shared/contract.ts'
import { failures, type Problem, RequestError } from '#shared/failure.ts'
import { createBoundedCache } from './bounded-cache.ts'

/** A rule, whom it counts for, and its limit. */
export type Counter = { rule: string; who: string; limit: Limit }

/** The first rejection by a full counter; the later ones are plain, so that a flood is reported once. */
export class RateLimitError extends RequestError {
  readonly rule: string

  constructor({ rule, limit }: Counter, endsAt: number) {
    super(tooMany(limit, endsAt))
    this.rule = rule
  }
}

export type RateLimits = {
  /** Counts one attempt; throws 429 with the seconds to wait when the limit is exceeded. */
  count(rule: string, who: string, limit: Limit): Promise<void>
  /**
   * Makes an attempt that counts only when it fails, that is resolves to false; throws 429 instead when any
   * counter is full. The widest counters come first. Of parallel attempts, no more are made than may still
   * fail: the others wait for their outcome.
   */
  countFailures(counters: Counter[], attempt: () => Promise<boolean>): Promise<boolean>
  /** Resets the counters. */
  forgive(counters: Pick<Counter, 'rule' | 'who'>[]): Promise<void>
}

type LimitsDeps = {
  pool: Pool
  /** Every limit is multiplied by this; for load tests. */
  multiplier: number
}
type Taken = { key: string; expire: string }
type Full = { endsAt: number; askAgainAt: number }

/** For this long a full counter is rejected from memory, without a query. */
const REMEMBERED_MS = 1000
const MAX_REMEMBERED = 10_000

/**
 * Rows, some 25 MB: one network can create a few dozen in an hour, but an attacker may have any number of
 * networks.
 */
const MOST_ROWS = 100_000
/** Counted attempts after which a process deletes expired counters. */
const TIDY_EVERY = 1000

/** Counters in the database, so that they survive a restart and are shared by several processes. */
export function createRateLimits({ pool, multiplier }: LimitsDeps): RateLimits {
  const fulls = createBoundedCache<Full>(MAX_REMEMBERED)
  const underWay = createUnderWay()
  const inLine = createLines()
  let counted = 0

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
    const ttl = Math.max(1, endsAt - Date.now())
    fulls.set(key, { endsAt, askAgainAt: Date.now() + REMEMBERED_MS }, { ttl })
    throw isTold ? new RequestError(tooMany(counter.limit, endsAt)) : new RateLimitError(counter, endsAt)
  }

  /** Adds one to this counter, unless it is full. */
  async function take(counter: Counter): Promise<Taken | undefined> {
    counted += 1
    if (counted % TIDY_EVERY === 0) await tidy(pool)
    return addOne(pool, counter, multiplier)
  }

  /** Adds one to every counter, or to none; behind a full one no other is even created. */
  async function takeAll(counters: Counter[]): Promise<{ taken: Taken[] } | { full: Counter }> {
    const taken: Taken[] = []
    for (const counter of counters) {
      const one = await take(counter)
      if (!one) {
        await giveBack(pool, taken)
        return { full: counter }
      }
      taken.push(one)
    }
    return { taken }
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
      if (!(await take(counter))) await refuse(counter)
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

/**
 * Counters of this process only, for what costs CPU time and must not cost a query besides; throws 429 with
 * the seconds to wait.
 */
export function createLocalLimits(multiplier: number) {
  const tallies = createBoundedCache<{ points: number; endsAt: number }>(MAX_REMEMBERED)
  return {
    count(counter: Counter): void {
      const { limit } = counter
      const lifeMs = limit.seconds * 1000
      const tally = tallies.get(keyOf(counter)) ?? { points: 0, endsAt: Date.now() + lifeMs }
      tally.points += 1
      if (tally.points === 1) tallies.set(keyOf(counter), tally, { ttl: lifeMs })
      const over = tally.points - most(limit, multiplier)
      if (over === 1) throw new RateLimitError(counter, tally.endsAt)
      if (over > 1) throw new RequestError(tooMany(limit, tally.endsAt))
    },
  }
}

/** At least one, however small the multiplier. */
function most({ count }: Limit, multiplier: number): number {
  return Math.max(1, Math.floor(count * multiplier))
}

function keyOf({ rule, who }: Pick<Counter, 'rule' | 'who'>): string {
  return `${rule}:${who}`
}

function tooMany({ sentence = failures.tooMany.message }: Limit, endsAt: number): Problem {
  const seconds = Math.ceil((endsAt - Date.now()) / 1000)
  return { ...failures.tooMany, message: sentence, retryAfter: Math.max(1, seconds) }
}

/**
 * Adds one, if the counter is not full. One statement, so that no other request counts between the check and
 * the write.
 */
async function addOne(pool: Pool, counter: Counter, multiplier: number): Promise<Taken | undefined> {
  const { seconds } = counter.limit
  const now = Date.now()
  const { rows } = await pool.query<Taken>(
    `insert into limit_counters as kept (key, points, expire) values ($1, 1, $2)
     on conflict (key) do update set
       points = case when kept.expire <= $4 then 1 else kept.points + 1 end,
       expire = case when kept.expire <= $4 then excluded.expire else kept.expire end
     where kept.expire <= $4 or kept.points < $3
     returning key, expire::text`,
    [keyOf(counter), now + seconds * 1000, most(counter.limit, multiplier), now],
  )
  return rows[0]
}

/**
 * Deletes expired counters, then, above the maximum, those that end next; the caller does not wait for it.
 */
async function tidy(pool: Pool): Promise<void> {
  const drop = (which: string, value: number) =>
    pool.query(
      `delete from limit_counters where key in (select key from limit_counters where ${which} for update skip locked)`,
      [value],
    )
  await drop('expire <= $1 or points = 0', Date.now())
  await drop('key in (select key from limit_counters order by expire desc offset $1)', MOST_ROWS)
}

/** Takes one off again, but never from the counter of the next period. */
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

/** Attempts of this process whose outcome is pending, by counter. */
function createUnderWay() {
  const open = new Map<string, Set<Promise<void>>>()
  return {
    /** The pending attempts, for each key that has any. */
    of: (keys: string[]) =>
      new Map(keys.flatMap((key) => (open.has(key) ? [[key, [...(open.get(key) ?? [])]]] : []))),
    /** Returns the function to call when the outcome is known. */
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

/**
 * Runs tasks of the same name one after the other, so that of many waiting only the first repeats its query.
 */
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

/** Shared by all texts that are no address, because each could be a new text. */
const nowhere = 'unknown'

/**
 * An address in its canonical form, of at most 45 characters; `unknown` for the texts that clients of a proxy
 * can claim instead. Some proxies append the port.
 */
export function addressOf(text: string): string {
  const plain = text.replace(/^\[([^\]]+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '')
  return ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : nowhere
}

/** The network that an address counts for: IPv6 by its /64, which one household has. */
export function networkOf(text: string): string {
  const address = addressOf(text)
  return ipaddr.IPv6.isValid(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address
}
