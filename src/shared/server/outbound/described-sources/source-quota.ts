import type { IncomingHttpHeaders } from 'node:http'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { SourceError } from '../source-error.ts'
import { parseRetryAfter } from '../source-response.ts'

/** `left`: the calls that are left, as far as known. `usedUpUntil`: until when none are, in ms. */
export type QuotaStatus = { left: number | undefined; usedUpUntil: number | undefined }
export type SourceQuota = ReturnType<typeof createSourceQuota>

/** How long a source without calls left is not requested, unless it says when it has some again; a longer wait ends after a day. */
const pauseMs = { default: HOUR_MS, max: DAY_MS } as const
const resetHeaders = ['x-ratelimit-reset', 'ratelimit-reset']

/**
 * The number of calls that a source still allows, kept in memory. `header` is its header with that number. After a
 * zero, the source is not requested until the time in Retry-After or in a reset header, or for an hour.
 */
export function createSourceQuota(header: string | undefined, clock: () => number = Date.now) {
  let left: number | undefined
  let usedUpUntil = 0
  const isUsedUp = () => clock() < usedUpUntil

  function useUp(waitMs: number = pauseMs.default): void {
    left = 0
    if (!isUsedUp()) usedUpUntil = clock() + Math.min(waitMs, pauseMs.max)
  }

  return {
    /** Throws a SourceError while no calls are left. */
    assertLeft: (): void => {
      if (isUsedUp()) throw createUsedUpError()
    },

    /** Reads the headers of a response. */
    readHeaders: (headers: IncomingHttpHeaders): void => {
      const [count] = /^\d{1,12}(?!\d)/.exec(header === undefined ? '' : String(headers[header] ?? '')) ?? []
      if (count === undefined) return
      left = Number(count)
      if (left === 0) useUp(parseRetryAfter(headers['retry-after']) ?? parseReset(headers, clock()))
    },

    /** Remembers that a reply said that no calls are left. */
    useUp,

    status: (): QuotaStatus => ({
      left: left === 0 && !isUsedUp() ? undefined : left,
      usedUpUntil: isUsedUp() ? usedUpUntil : undefined,
    }),
  }
}

/** `open`: the source is not requested, and that is no fault of it. */
export function createUsedUpError(): SourceError {
  return new SourceError('open', 'The quota of the source is used up.')
}

/** Smaller numbers in reset headers are seconds from now, then seconds since 1970, then milliseconds. */
const smallest = { epochSeconds: 1e9, epochMs: 1e12 } as const

/** The wait in a reset header, in ms; undefined when there is none. */
function parseReset(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const text = resetHeaders.map((name) => headers[name]).find((value) => typeof value === 'string')
  const value = /^\d{1,14}$/.test(String(text)) ? Number(text) : 0
  if (value < smallest.epochSeconds) return value > 0 ? value * 1000 : undefined
  const waitMs = (value < smallest.epochMs ? value * 1000 : value) - nowMs
  return waitMs > 0 ? waitMs : undefined
}
