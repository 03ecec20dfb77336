import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import type { RateLimit } from '#shared/contract.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'

/** A rule, whom it counts for, and its limit. */
export type LimitCounter = { rule: string; who: string; limit: RateLimit }

/** A rejection by a full counter; `isFirst` for the first of many, so that a flood is reported once. */
export class RateLimitError extends RequestError {
  readonly rule: string
  readonly isFirst: boolean

  constructor({ rule, limit }: LimitCounter, { leftMs, isFirst }: { leftMs: number; isFirst: boolean }) {
    const { message } = failures.tooMany
    const retryAfter = Math.max(1, Math.ceil(leftMs / 1000))
    super({ ...failures.tooMany, message: limit.sentence ?? message, retryAfter })
    this.rule = rule
    this.isFirst = isFirst
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
/** `expire` as the database has it; the others by the clock of this process that nobody can set. */
type FullCounter = { expire: string; endsAt: number; askAgainAt: number }

/** For this long a full counter is rejected from memory, without a query. */
const REMEMBERED_MS = 1000
const MAX_REMEMBERED = 10_000
const clock = () => performance.now()
/** The database's clock as counters have it. */
const NOW_MS = '(extract(epoch from now()) * 1000)::bigint'

/**
 * Rows, some 25 MB: one network can create a few dozen in an hour, but an attacker may have any number of
 * networks.
 */
const MAX_ROWS = 100_000
/** Counted attempts after which a process deletes expired counters. */
const TIDY_EVERY = 1000

/** Counters in the database, so that they survive a restart and are shared by several processes. */
export function createRateLimits({ pool, multiplier }: RateLimitsDeps): RateLimits {
  const fulls = createBoundedCache<FullCounter>(MAX_REMEMBERED, { clock })
  const underWay = createPendingAttempts()
  const inLine = createKeyedQueue()
  let counted = 0

  function refuseIfRemembered(counters: LimitCounter[]): void {
    for (const counter of counters) {
      const full = fulls.get(getCounterKey(counter))
      if (full && clock() < full.askAgainAt)
        throw new RateLimitError(counter, { leftMs: full.endsAt - clock(), isFirst: false })
    }
  }

  async function refuse(counter: LimitCounter): Promise<never> {
    const key = getCounterKey(counter)
    const { expire, leftMs } = await readCounterEnd(pool, key)
    const isFirst = fulls.get(key)?.expire !== expire
    const full = { expire, endsAt: clock() + leftMs, askAgainAt: clock() + REMEMBERED_MS }
    fulls.set(key, full, { ttl: Math.max(1, Math.ceil(leftMs)) })
    throw new RateLimitError(counter, { leftMs, isFirst })
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
  const tallies = createBoundedCache<{ points: number; endsAt: number }>(MAX_REMEMBERED, { clock })
  return {
    count(counter: LimitCounter): void {
      const { limit } = counter
      const lifeMs = limit.seconds * 1000
      const tally = tallies.get(getCounterKey(counter)) ?? { points: 0, endsAt: clock() + lifeMs }
      tally.points += 1
      if (tally.points === 1) tallies.set(getCounterKey(counter), tally, { ttl: lifeMs })
      const over = tally.points - computeMaxPoints(limit, multiplier)
      if (over > 0) throw new RateLimitError(counter, { leftMs: tally.endsAt - clock(), isFirst: over === 1 })
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
  const { rows } = await pool.query<TakenPoint>(
    `insert into limit_counters as kept (key, points, expire) values ($1, 1, ${NOW_MS} + $2::bigint)
     on conflict (key) do update set
       points = case when kept.expire <= ${NOW_MS} then 1 else kept.points + 1 end,
       expire = case when kept.expire <= ${NOW_MS} then excluded.expire else kept.expire end
     where kept.expire <= ${NOW_MS} or kept.points < $3
     returning key, expire::text`,
    [getCounterKey(counter), seconds * 1000, computeMaxPoints(counter.limit, multiplier)],
  )
  return rows[0]
}

/**
 * Deletes expired counters, then, above the maximum, those that end next; the caller does not wait for it.
 */
async function deleteOldCounters(pool: Pool): Promise<void> {
  const drop = (which: string) =>
    pool.query(
      `delete from limit_counters where key in (select key from limit_counters where ${which} for update skip locked)`,
    )
  await drop(`expire <= ${NOW_MS} or points = 0`)
  await drop(`key in (select key from limit_counters order by expire desc offset ${MAX_ROWS})`)
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

/** When a counter ends, and in how many ms; at once when it has gone meanwhile. */
async function readCounterEnd(pool: Pool, key: string): Promise<{ expire: string; leftMs: number }> {
  const { rows } = await pool.query<{ expire: string; leftMs: number }>(
    `select expire::text, (expire - ${NOW_MS})::float8 as "leftMs" from limit_counters where key = $1`,
    [key],
  )
  return rows[0] ?? { expire: '', leftMs: 0 }
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
