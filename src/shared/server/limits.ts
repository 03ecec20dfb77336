import ipaddr from 'ipaddr.js'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limit } from '#shared/contract.ts'
import { failures, RequestError } from '#shared/failure.ts'

export type Limits = {
  /** Counts one attempt; throws 429 with the seconds to wait when it is one too many. */
  count(rule: string, who: string, limit: Limit): Promise<void>
  /** Throws as `count` does, without counting: for rules that count failures alone. */
  check(rule: string, who: string, limit: Limit): Promise<void>
  /** Counts a failure and throws nothing: the failure itself is the answer. */
  add(rule: string, who: string, limit: Limit): Promise<void>
}

type LimitsDeps = {
  pool: Pool
  /** Every limit times this; for load tests. */
  multiplier: number
  /** Told of each refusal. */
  onHit: (rule: string) => void
}

/** Counters in the database, so that they outlast a restart and are shared by several processes. */
export function createLimits({ pool, multiplier, onHit }: LimitsDeps): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterOf(rule: string, { count, seconds }: Limit): RateLimiterPostgres {
    const points = count * multiplier
    const known = limiters.get(rule)
    const limiter =
      known ??
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'limit_counters',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: rule,
        points,
        duration: seconds,
        inMemoryBlockOnConsumed: points + 1, // whoever is refused costs no further query
      })
    limiters.set(rule, limiter)
    return limiter
  }

  function refuse(rule: string, msBeforeNext: number): never {
    onHit(rule)
    throw new RequestError({ ...failures.tooMany, retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
  }

  return {
    async count(rule, who, limit) {
      try {
        await limiterOf(rule, limit).consume(who)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) refuse(rule, refusal.msBeforeNext)
        throw refusal
      }
    },
    async check(rule, who, limit) {
      const limiter = limiterOf(rule, limit)
      const state = await limiter.get(who)
      if (state && state.consumedPoints >= limiter.points) refuse(rule, state.msBeforeNext)
    },
    async add(rule, who, limit) {
      await limiterOf(rule, limit)
        .consume(who)
        .catch((refusal) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
        })
    },
  }
}

/** By what an address counts: IPv6 by its /64, which one household has; what is no address by itself. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}
