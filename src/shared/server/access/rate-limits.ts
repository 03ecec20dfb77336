import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import type { RateLimit } from '#shared/contract.ts'
import { failures, type Problem, RequestError } from '#shared/failure.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'

/** A rule, whom it counts for, and its limit. */
export type LimitCounter = { rule: string; who: string; limit: RateLimit }

/** The first rejection by a full counter; the later ones are plain, so that a flood is reported once. */
export class RateLimitError extends RequestError {
  readonly rule: string

  constructor({ rule, limit }: LimitCounter, endsAt: number) {
    super(createTooManyProblem(limit, endsAt))
    this.rule = rule
  }
}

export type RateLimits = {
  /** Counts one attempt; throws 429 with the seconds to wait when the limit is exceeded. */
  count(rule: string, who: string, limit: RateLimit): Promise<void>
  /**
   * Makes an attempt that counts only when it fails, that is resolves to false; throws 429 instead when any
   * counter is full. The widest counters come first. Of parallel attempts, no more are made than may still
   * fail: the others wait for their outcome.
   */
  countFailures(counters: LimitCounter[], attempt: () => Promise<boolean>): Promise<boolean>
  /** Resets the counters. */
  forgive(counters: Pick<LimitCounter, 'rule' | 'who'>[]): Promise<void>
}

type RateLimitsDeps = {
  pool: Pool
  /** Every limit is multiplied by this; for load tests. */
  multiplier: number
}
type TakenPoint = { key: string; expire: string }
type FullCounter = { endsAt: number; askAgainAt: number }

/** For this long a full counter is rejected from memory, without a query. */
const REMEMBERED_MS = 1000
const MAX_REMEMBERED = 10_000

/**
 * Rows, some 25 MB: one network can create a few dozen in an hour, but an attacker may have any number of
 * networks.
 */
const MAX_ROWS = 100_000
/** Counted attempts after which a process deletes expired counters. */
const TIDY_EVERY = 1000

/** Counters in the database, so that they survive a restart and are shared by several processes. */
export function createRateLimits({ pool, multiplier }: RateLimitsDeps): RateLimits {
  const fulls = createBoundedCache<FullCounter>(MAX_REMEMBERED)
  const underWay = createPendingAttempts()
  const inLine = createKeyedQueue()
  let counted = 0

  function refuseIfRemembered(counters: LimitCounter[]): void {
    for (const counter of counters) {
      const full = fulls.get(getCounterKey(counter))
      if (full && Date.now() < full.askAgainAt)
        throw new RequestError(createTooManyProblem(counter.limit, full.endsAt))
    }
  }

  async function refuse(counter: LimitCounter): Promise<never> {
    const key = getCounterKey(counter)
    const endsAt = (await readCounterEnd(pool, key)) ?? Date.now()
    const isTold = fulls.get(key)?.endsAt === endsAt
    const ttl = Math.max(1, endsAt - Date.now())
    fulls.set(key, { endsAt, askAgainAt: Date.now() + REMEMBERED_MS }, { ttl })
    throw isTold
      ? new RequestError(createTooManyProblem(counter.limit, endsAt))
      : new RateLimitError(counter, endsAt)
  }

  /** Adds one to this counter, unless it is full. */
  async function take(counter: LimitCounter): Promise<TakenPoint | undefined> {
    counted += 1
    if (counted % TIDY_EVERY === 0) await deleteOldCounters(pool)
    return addPoint(pool, counter, multiplier)
  }

  /** Adds one to every counter, or to none; behind a full one no other is even created. */
  async function takeAll(
    counters: LimitCounter[],
  ): Promise<{ taken: TakenPoint[] } | { full: LimitCounter }> {
    const taken: TakenPoint[] = []
    for (const counter of counters) {
      const one = await take(counter)
      if (!one) {
        await returnPoints(pool, taken)
        return { full: counter }
      }
      taken.push(one)
    }
    return { taken }
  }

  async function reserve(counters: LimitCounter[]): Promise<{ taken: TakenPoint[]; settle: () => void }> {
    const keys = counters.map(getCounterKey)
    for (;;) {
      refuseIfRemembered(counters)
      const outcomes = underWay.of(keys)
      const result = await takeAll(counters)
      if ('taken' in result) return { ...result, settle: underWay.add(keys) }
      const mayGiveBack = outcomes.get(getCounterKey(result.full))
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
      const { taken, settle } = await inLine(getCounterKey(first), () => reserve(counters))
      let isFailure = false
      try {
        isFailure = !(await attempt())
        return !isFailure
      } finally {
        await returnPoints(pool, isFailure ? [] : taken).finally(settle)
      }
    },
    async forgive(counters) {
      const keys = counters.map(getCounterKey)
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
    count(counter: LimitCounter): void {
      const { limit } = counter
      const lifeMs = limit.seconds * 1000
      const tally = tallies.get(getCounterKey(counter)) ?? { points: 0, endsAt: Date.now() + lifeMs }
      tally.points += 1
      if (tally.points === 1) tallies.set(getCounterKey(counter), tally, { ttl: lifeMs })
      const over = tally.points - computeMaxPoints(limit, multiplier)
      if (over === 1) throw new RateLimitError(counter, tally.endsAt)
      if (over > 1) throw new RequestError(createTooManyProblem(limit, tally.endsAt))
    },
  }
}

/** At least one, however small the multiplier. */
function computeMaxPoints({ count }: RateLimit, multiplier: number): number {
  return Math.max(1, Math.floor(count * multiplier))
}

function getCounterKey({ rule, who }: Pick<LimitCounter, 'rule' | 'who'>): string {
  return `${rule}:${who}`
}

function createTooManyProblem({ sentence = failures.tooMany.message }: RateLimit, endsAt: number): Problem {
  const seconds = Math.ceil((endsAt - Date.now()) / 1000)
  return { ...failures.tooMany, message: sentence, retryAfter: Math.max(1, seconds) }
}

/**
 * Adds one, if the counter is not full. One statement, so that no other request counts between the check and
 * the write.
 */
async function addPoint(
  pool: Pool,
  counter: LimitCounter,
  multiplier: number,
): Promise<TakenPoint | undefined> {
  const { seconds } = counter.limit
  const now = Date.now()
  const { rows } = await pool.query<TakenPoint>(
    `insert into limit_counters as kept (key, points, expire) values ($1, 1, $2)
     on conflict (key) do update set
       points = case when kept.expire <= $4 then 1 else kept.points + 1 end,
       expire = case when kept.expire <= $4 then excluded.expire else kept.expire end
     where kept.expire <= $4 or kept.points < $3
     returning key, expire::text`,
    [getCounterKey(counter), now + seconds * 1000, computeMaxPoints(counter.limit, multiplier), now],
  )
  return rows[0]
}

/**
 * Deletes expired counters, then, above the maximum, those that end next; the caller does not wait for it.
 */
async function deleteOldCounters(pool: Pool): Promise<void> {
  const drop = (which: string, value: number) =>
    pool.query(
      `delete from limit_counters where key in (select key from limit_counters where ${which} for update skip locked)`,
      [value],
    )
  await drop('expire <= $1 or points = 0', Date.now())
  await drop('key in (select key from limit_counters order by expire desc offset $1)', MAX_ROWS)
}

/** Takes one off again, but never from the counter of the next period. */
async function returnPoints(pool: Pool, taken: TakenPoint[]): Promise<void> {
  if (taken.length === 0) return
  await pool.query(
    `update limit_counters set points = points - 1 where key in (
       select key from limit_counters join unnest($1::text[], $2::bigint[]) as taken (key, expire) using (key, expire)
       where points > 0 order by key collate "C" for update of limit_counters)`,
    [taken.map(({ key }) => key), taken.map(({ expire }) => expire)],
  )
}

async function readCounterEnd(pool: Pool, key: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ expire: string }>('select expire from limit_counters where key = $1', [
    key,
  ])
  return rows[0] && Number(rows[0].expire)
}

/** Attempts of this process whose outcome is pending, by counter. */
function createPendingAttempts() {
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
function createKeyedQueue() {
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
const unknownAddress = 'unknown'

/**
 * An address in its canonical form, of at most 45 characters; `unknown` for the texts that clients of a proxy
 * can claim instead. Some proxies append the port.
 */
export function normalizeAddress(text: string): string {
  const plain = text.replace(/^\[([^\]]+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '')
  return ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : unknownAddress
}

/** The network that an address counts for: IPv6 by its /64, which one household has. */
export function getNetwork(text: string): string {
  const address = normalizeAddress(text)
  return ipaddr.IPv6.isValid(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address
}
