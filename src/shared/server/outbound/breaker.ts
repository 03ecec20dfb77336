import { type Askers, getAskers } from '#shared/server/access/askers.ts'
import { markRateLimited } from '#shared/server/cache/outcome-cache.ts'
import { createFairQueue, NoPlaceError } from '#shared/server/fair-queue.ts'
import { releasePlace } from '#shared/server/held-place.ts'
import { isGone, SourceError } from './source-error.ts'
import { noSourceEvents, runWithinSource, type SourceEvents, toCallOutcome } from './source-scope.ts'
import { createSourceStats, type SourceStatus } from './source-stats.ts'

const limits = {
  /** Consecutive faults that open the circuit. */
  faults: 5,
  /**
   * Networks that must have met the faults before the circuit opens for all: one network alone may send requests that
   * no source can answer.
   */
  blamedBy: 2,
  /** The maximum pause that a source can demand with Retry-After. */
  quietMs: 30_000,
} as const

/** Bounds on the calls to one source, per network that causes them. */
const callLimits = {
  heldAtOnce: 16,
  /** So that one network, or the site itself, leaves half of the capacity to others. */
  heldByOne: 8,
  waiting: 160,
  waitingOfOne: 40,
  /**
   * Half the shortest time-out that callers give a source, which would otherwise be blamed for time spent in
   * the queue.
   */
  waitMs: 2_500,
} as const

/** Called when a source's circuit opens or closes. */
export type OnBreakerChange = (source: string, state: 'open' | 'closed') => void
export type IsFault = (error: unknown) => boolean
type MeasuredResult<T> = { value: T } | { harmless: unknown }

/** Everything but a plain 'not found' is a fault of the source. */
function isAnyFault(error: unknown): boolean {
  return !isGone(error)
}

type BreakersDeps = { resetMs: number; onChange: OnBreakerChange; events?: SourceEvents | undefined }

/** Creates a circuit breaker and a limit on parallel calls for each source, at its first call. */
export function createBreakers({ resetMs, onChange, events = noSourceEvents }: BreakersDeps) {
  const gates = new Map<string, ReturnType<typeof createGate>>()

  function getGate(source: string) {
    const gate = gates.get(source) ?? createGate(source, { resetMs, onChange, events })
    gates.set(source, gate)
    return gate
  }

  /**
   * Runs a call to a source, or throws a SourceError at once. `open`: after five consecutive faults, for the
   * networks that met them, until `resetMs` have passed and a trial call succeeded, or for as long as the
   * source demanded. `busy`: too many calls wait, or this one waited too long. `isFault` says which errors
   * count.
   */
  const call = <T>(source: string, task: () => Promise<T>, isFault: IsFault = isAnyFault): Promise<T> =>
    getGate(source).pass(task, isFault)

  /** Runs a call that is never rejected, because its caller limits itself; it is only measured. */
  const watch = <T>(source: string, task: () => Promise<T>): Promise<T> => getGate(source).watch(task)

  /** The status of every source that was called so far. */
  const status = (): SourceStatus[] => [...gates.values()].map(({ read }) => read())
  return Object.assign(call, { status, watch })
}

type GateOptions = { resetMs: number; onChange: OnBreakerChange; events: SourceEvents }

function createGate(source: string, { resetMs, onChange, events }: GateOptions) {
  const meter = createMeter(source, events)
  const queue = createFairQueue(callLimits)
  let quietUntil = 0
  let downSince: number | undefined
  const breaker = createCircuitBreaker({
    resetMs,
    onOpen: () => {
      downSince = Date.now()
      onChange(source, 'open')
    },
    onClose: () => {
      downSince = undefined
      onChange(source, 'closed')
    },
  })

  /** The network on whose behalf the source is called, of those that wait for its response. */
  function assertAdmitted(askers: Askers): string {
    const network = Date.now() < quietUntil ? undefined : breaker.admits(askers())
    if (network === undefined) throw createBreakerOpenError()
    return network
  }

  function readRetryAfter(error: unknown): void {
    if (!(error instanceof SourceError) || error.retryAfterMs === undefined) return
    quietUntil = Math.max(quietUntil, Date.now() + Math.min(error.retryAfterMs, limits.quietMs))
  }

  async function pass<T>(task: () => Promise<T>, isFault: IsFault): Promise<T> {
    let wasRequested = false
    const request = () => {
      wasRequested = true
      return meter.measure(task, { isFault, readRetryAfter })
    }
    try {
      const askers = getAskers()
      assertAdmitted(askers)
      releasePlace()
      const outcome = await queue.run(askers, () => breaker.run(assertAdmitted(askers), request))
      if ('harmless' in outcome) throw outcome.harmless
      return outcome.value
    } catch (error) {
      const busyError = toBusyError(error)
      if (!wasRequested) {
        markRateLimited()
        events.ended(source, toCallOutcome(busyError))
      }
      throw busyError
    }
  }

  async function watch<T>(task: () => Promise<T>): Promise<T> {
    const outcome = await meter.measure(task, { isFault: () => true, readRetryAfter })
    if ('harmless' in outcome) throw outcome.harmless
    return outcome.value
  }

  function read(): SourceStatus {
    return meter.read({
      state: breaker.state(),
      downSince,
      quietUntil: Date.now() < quietUntil ? quietUntil : undefined,
    })
  }
  return { pass, watch, read }
}

type BreakerOptions = {
  /** How long the circuit stays open for a network that met a fault, in ms. */
  resetMs: number
  /** Called when the circuit opens, and when it closes. */
  onOpen: () => void
  onClose: () => void
}

/**
 * After five consecutive faults the circuit opens for the networks that met them, and for all when these are
 * two; then each of them may try once, two at a time. The first success closes it for all.
 */
function createCircuitBreaker({ resetMs, onOpen, onClose }: BreakerOptions) {
  /** The last networks that met a fault since the last success, and until when the circuit is open for them. */
  const restingUntil = new Map<string, number>()
  const inTrial = new Set<string>()
  let consecutiveFaults = 0
  const isOpen = () => consecutiveFaults >= limits.faults

  function isAdmitted(network: string): boolean {
    const isBlamedBySeveral = restingUntil.size === limits.blamedBy
    if (!isOpen() || !(isBlamedBySeveral || restingUntil.has(network))) return true
    const now = Date.now()
    const isResting = (other: string) => (restingUntil.get(other) ?? 0) > now
    const resting = [...restingUntil.keys()].filter(isResting)
    const isTrial = resting.length < limits.blamedBy && inTrial.size < limits.blamedBy
    return isTrial && !isResting(network) && !inTrial.has(network)
  }

  function recordSuccess(): void {
    const wasOpen = isOpen()
    consecutiveFaults = 0
    restingUntil.clear()
    if (wasOpen) onClose()
  }

  function recordFailure(network: string): void {
    consecutiveFaults += 1
    restingUntil.delete(network)
    restingUntil.set(network, Date.now() + resetMs)
    const [oldest = ''] = restingUntil.keys()
    if (restingUntil.size > limits.blamedBy) restingUntil.delete(oldest)
    if (consecutiveFaults === limits.faults) onOpen()
  }

  return {
    /** The network, of those that share a call, on whose behalf the source may be called. */
    admits: (networks: readonly string[]): string | undefined => networks.find(isAdmitted),

    /** Calls the source on behalf of a network. */
    async run<T>(network: string, request: () => Promise<T>): Promise<T> {
      const isTrial = isOpen()
      if (isTrial) inTrial.add(network)
      try {
        const result = await request()
        recordSuccess()
        return result
      } catch (error) {
        recordFailure(network)
        throw error
      } finally {
        if (isTrial) inTrial.delete(network)
      }
    },

    state: () => (isOpen() ? (inTrial.size > 0 ? 'half-open' : 'open') : 'closed'),
  }
}

type MeasureOptions = { isFault: IsFault; readRetryAfter: (error: unknown) => void }

/** Measures calls. A harmless error counts as a success for breaker and statistics, so it is returned as a value. */
function createMeter(source: string, events: SourceEvents) {
  const gauge = createSourceStats(source)
  const scope = { source, events, mayRetry: () => !gauge.isFailing() }
  return {
    read: gauge.read,
    async measure<T>(
      task: () => Promise<T>,
      { isFault, readRetryAfter }: MeasureOptions,
    ): Promise<MeasuredResult<T>> {
      const startedAt = Date.now()
      try {
        const value = await runWithinSource(scope, task)
        gauge.answered(Date.now() - startedAt)
        events.ended(source, 'ok', Date.now() - startedAt)
        return { value }
      } catch (error) {
        events.ended(source, toCallOutcome(error), Date.now() - startedAt)
        readRetryAfter(error)
        if (isFault(error)) {
          gauge.failed()
          throw error
        }
        gauge.answered(Date.now() - startedAt)
        return { harmless: error }
      }
    },
  }
}

/** Turns rejections by the queue into SourceErrors. */
function toBusyError(error: unknown): unknown {
  if (error instanceof NoPlaceError) return new SourceError('busy', 'Too many calls are under way.')
  return error
}

function createBreakerOpenError(): SourceError {
  return new SourceError('open', 'The source failed repeatedly, its circuit breaker opened.')
}
