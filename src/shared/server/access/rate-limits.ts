import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import type { RateLimit } from '#shared/contract.ts'
import { failures, RequestError } from '#shared/failure.ts'
import { createBoundedCache } from '#shared/server/cache/bounded-cache.ts'

/** A counter: the rule, the client or account that it counts for, and the limit. */
export type LimitCounter = { rule: string; who: string; limit: RateLimit }

/** The error for a full counter. `isFirst`: the first error of this counter, so that a flood is reported only once. */
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
   * Makes an attempt that counts only when it fails, which means that it resolves to false. Throws 429 instead when a counter
   * is full. Counters with the largest scope come first. At most as many attempts run in parallel as may still fail; the
   * others wait for their outcome.
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
type CountedPoint = { key: string; expire: string }
/** `expire` is a time of the database's clock; the others are times of this process's monotonic clock. */
type FullCounter = { expire: string; endsAtMs: number; recheckAtMs: number }

/** A full counter is rejected from memory, without a query, for this long. */
const RECHECK_AFTER_MS = 1000
const MAX_CACHED_COUNTERS = 10_000
const clock = () => performance.now()
/** The database's clock in ms, as counters store it. */
const NOW_MS = '(extract(epoch from now()) * 1000)::bigint'

/**
 * Maximum number of rows, some 25 MB. One network can create only a few dozen per hour, but an attacker may have many
 * networks.
 */
const MAX_ROWS = 100_000
/** Counted attempts after which a process deletes expired counters. */
const CLEANUP_EVERY = 1000

/** Counters in the database, so that they survive a restart and are shared by several processes. */
export function createRateLimits({ pool, multiplier }: RateLimitsDeps): RateLimits {
  const fullCounters = createBoundedCache<FullCounter>(MAX_CACHED_COUNTERS, { clock })
  const pendingAttempts = createPendingAttempts()
  const runInOrder = createKeyedQueue()
  let attemptCount = 0

  function rejectIfCached(counters: LimitCounter[]): void {
    for (const counter of counters) {
      const full = fullCounters.get(getCounterKey(counter))
      if (full && clock() < full.recheckAtMs)
        throw new RateLimitError(counter, { leftMs: full.endsAtMs - clock(), isFirst: false })
    }
  }

  async function reject(counter: LimitCounter): Promise<never> {
    const key = getCounterKey(counter)
    const { expire, leftMs } = await readCounterEnd(pool, key)
    const isFirst = fullCounters.get(key)?.expire !== expire
    const full = { expire, endsAtMs: clock() + leftMs, recheckAtMs: clock() + RECHECK_AFTER_MS }
    fullCounters.set(key, full, { ttl: Math.max(1, Math.ceil(leftMs)) })
    throw new RateLimitError(counter, { leftMs, isFirst })
  }

  /** Adds one to this counter, unless it is full. */
  async function addOne(counter: LimitCounter): Promise<CountedPoint | undefined> {
    attemptCount += 1
    if (attemptCount % CLEANUP_EVERY === 0) await deleteOldCounters(pool)
    return addPoint(pool, counter, multiplier)
  }

  /** Adds one to every counter, or to none when one is full; the counters after it are not even created. */
  async function addToAll(
    counters: LimitCounter[],
  ): Promise<{ points: CountedPoint[] } | { full: LimitCounter }> {
    const points: CountedPoint[] = []
    for (const counter of counters) {
      const point = await addOne(counter)
      if (!point) {
        await returnPoints(pool, points)
        return { full: counter }
      }
      points.push(point)
    }
    return { points }
  }

  async function reserve(counters: LimitCounter[]): Promise<{ points: CountedPoint[]; settle: () => void }> {
    const keys = counters.map(getCounterKey)
    for (;;) {
      rejectIfCached(counters)
      const pendingOutcomes = pendingAttempts.list(keys)
      const result = await addToAll(counters)
      if ('points' in result) return { ...result, settle: pendingAttempts.add(keys) }
      const pendingForKey = pendingOutcomes.get(getCounterKey(result.full))
      if (!pendingForKey) return reject(result.full)
      await Promise.race(pendingForKey)
    }
  }

  return {
    async count(rule, who, limit) {
      const counter = { rule, who, limit }
      rejectIfCached([counter])
      if (!(await addOne(counter))) await reject(counter)
    },
    async countFailures(counters, attempt) {
      const [first] = counters
      if (!first) return attempt()
      const { points, settle } = await runInOrder(getCounterKey(first), () => reserve(counters))
      let isFailure = false
      try {
        isFailure = !(await attempt())
        return !isFailure
      } finally {
        await returnPoints(pool, isFailure ? [] : points).finally(settle)
      }
    },
    async forgive(counters) {
      const keys = counters.map(getCounterKey)
      await pool.query('delete from limit_counters where key = any($1)', [keys])
      for (const key of keys) fullCounters.delete(key)
    },
  }
}

/**
 * Counters of this process only, for work that costs CPU time and should not cost a query too; throws 429 with the
 * seconds to wait.
 */
export function createLocalLimits(multiplier: number) {
  const counts = createBoundedCache<{ points: number; endsAtMs: number }>(MAX_CACHED_COUNTERS, { clock })
  return {
    count(counter: LimitCounter): void {
      const { limit } = counter
      const windowMs = limit.seconds * 1000
      const entry = counts.get(getCounterKey(counter)) ?? { points: 0, endsAtMs: clock() + windowMs }
      entry.points += 1
      if (entry.points === 1) counts.set(getCounterKey(counter), entry, { ttl: windowMs })
      const excess = entry.points - computeMaxPoints(limit, multiplier)
      if (excess > 0)
        throw new RateLimitError(counter, { leftMs: entry.endsAtMs - clock(), isFirst: excess === 1 })
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
): Promise<CountedPoint | undefined> {
  const { seconds } = counter.limit
  const { rows } = await pool.query<CountedPoint>(
    `insert into limit_counters as stored (key, points, expire) values ($1, 1, ${NOW_MS} + $2::bigint)
     on conflict (key) do update set
       points = case when stored.expire <= ${NOW_MS} then 1 else stored.points + 1 end,
       expire = case when stored.expire <= ${NOW_MS} then excluded.expire else stored.expire end
     where stored.expire <= ${NOW_MS} or stored.points < $3
     returning key, expire::text`,
    [getCounterKey(counter), seconds * 1000, computeMaxPoints(counter.limit, multiplier)],
  )
  return rows[0]
}

/**
 * Deletes expired counters. If more than the maximum remain, deletes those that expire next.
 */
async function deleteOldCounters(pool: Pool): Promise<void> {
  const deleteWhere = (condition: string) =>
    pool.query(
      `delete from limit_counters where key in (select key from limit_counters where ${condition} for update skip locked)`,
    )
  await deleteWhere(`expire <= ${NOW_MS} or points = 0`)
  await deleteWhere(`key in (select key from limit_counters order by expire desc offset ${MAX_ROWS})`)
}

/** Subtracts the points again, but not from a counter that has started a new window since. */
async function returnPoints(pool: Pool, points: CountedPoint[]): Promise<void> {
  if (points.length === 0) return
  await pool.query(
    `update limit_counters set points = points - 1 where key in (
       select key from limit_counters join unnest($1::text[], $2::bigint[]) as counted (key, expire) using (key, expire)
       where points > 0 order by key collate "C" for update of limit_counters)`,
    [points.map(({ key }) => key), points.map(({ expire }) => expire)],
  )
}

/** When a counter expires, and in how many ms; 0 when it was deleted meanwhile. */
async function readCounterEnd(pool: Pool, key: string): Promise<{ expire: string; leftMs: number }> {
  const { rows } = await pool.query<{ expire: string; leftMs: number }>(
    `select expire::text, (expire - ${NOW_MS})::float8 as "leftMs" from limit_counters where key = $1`,
    [key],
  )
  return rows[0] ?? { expire: '', leftMs: 0 }
}

/** Attempts of this process whose outcome is pending, by counter. */
function createPendingAttempts() {
  const pendingByKey = new Map<string, Set<Promise<void>>>()
  return {
    /** The pending attempts, for each key that has any. */
    list: (keys: string[]) =>
      new Map(
        keys.flatMap((key) => (pendingByKey.has(key) ? [[key, [...(pendingByKey.get(key) ?? [])]]] : [])),
      ),
    /** Returns the function to call when the outcome is known. */
    add(keys: string[]): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const key of keys) pendingByKey.set(key, (pendingByKey.get(key) ?? new Set()).add(promise))
      return () => {
        for (const key of keys) {
          pendingByKey.get(key)?.delete(promise)
          if (pendingByKey.get(key)?.size === 0) pendingByKey.delete(key)
        }
        resolve()
      }
    },
  }
}

/** Runs tasks with the same name one after the other, so that only the first of many waiting tasks repeats its query. */
function createKeyedQueue() {
  const lastTasks = new Map<string, Promise<unknown>>()
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const result = (lastTasks.get(name) ?? Promise.resolve()).then(task, task)
    lastTasks.set(name, result)
    try {
      return await result
    } finally {
      if (lastTasks.get(name) === result) lastTasks.delete(name)
    }
  }
}

/** All invalid addresses share this one, because a client could send a different text each time. */
const unknownAddress = 'unknown'

/**
 * An address in its canonical form, at most 45 characters long. `unknown` for other texts, which clients of a proxy can send.
 * Removes a port, which some proxies append.
 */
export function normalizeAddress(text: string): string {
  const plain = text.replace(/^\[([^\]]+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').replace(/%.*$/, '')
  return ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : unknownAddress
}

/** The network of an address: the /64 of an IPv6 address, because a household has a whole /64; else the address. */
export function getNetwork(text: string): string {
  const address = normalizeAddress(text)
  return ipaddr.IPv6.isValid(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address
}
