import { getRequesters, type Requesters } from '#shared/server/access/requesters.ts'
import { markRateLimited } from '#shared/server/cache/outcome-cache.ts'
import { createFairQueue, NoSlotError } from '#shared/server/fair-queue.ts'
import { releaseSlot } from '#shared/server/queue-slot.ts'
import { isNotFoundError, SourceError } from './source-error.ts'
import { noSourceEvents, runWithinSource, type SourceEvents, toCallOutcome } from './source-scope.ts'
import { createSourceStats, type SourceStatus } from './source-stats.ts'

const limits = {
  /** Consecutive faults that open the circuit. */
  faults: 5,
  /**
   * The number of networks whose calls must have failed before the circuit opens for all: a single network may send requests
   * that no source can process.
   */
  networks: 2,
  /** The maximum pause that a source can demand with Retry-After. */
  maxRetryAfterMs: 30_000,
} as const

/** Limits on the parallel calls to one source, in total and per requesting network. */
const callLimits = {
  maxSlots: 16,
  /** Half of all, so that one network, or the site itself, cannot use the whole capacity. */
  maxSlotsPerRequester: 8,
  maxWaiting: 160,
  maxWaitingPerRequester: 40,
  /**
   * Half of the shortest timeout of all calls. With a longer wait, a call could time out in the queue, which would count as
   * a fault of the source.
   */
  maxWaitMs: 2_500,
} as const

/** Called when a source's circuit opens or closes. */
export type OnBreakerChange = (source: string, state: 'open' | 'closed') => void
export type IsFault = (error: unknown) => boolean
type MeasuredResult<T> = { value: T } | { harmlessError: unknown }

/** Every error except "not found" is a fault of the source. */
function isAnyFault(error: unknown): boolean {
  return !isNotFoundError(error)
}

type BreakersDeps = { resetMs: number; onChange: OnBreakerChange; events?: SourceEvents | undefined }

/** Creates a circuit breaker and a limit on parallel calls for each source, at its first call. */
export function createBreakers({ resetMs, onChange, events = noSourceEvents }: BreakersDeps) {
  const guards = new Map<string, ReturnType<typeof createSourceGuard>>()

  function getGuard(source: string) {
    const guard = guards.get(source) ?? createSourceGuard(source, { resetMs, onChange, events })
    guards.set(source, guard)
    return guard
  }

  /**
   * Runs a call to a source, or throws a SourceError without calling it. `open`: after five consecutive faults, for the
   * networks of the failed calls, until `resetMs` have passed and a trial call succeeded; or for the time that the source
   * demanded. `busy`: too many calls wait, or this one waited too long. `isFault` decides which errors are faults.
   */
  const call = <T>(source: string, task: () => Promise<T>, isFault: IsFault = isAnyFault): Promise<T> =>
    getGuard(source).pass(task, isFault)

  /** Runs and measures a call without any limit, because its caller has its own limits. */
  const watch = <T>(source: string, task: () => Promise<T>): Promise<T> => getGuard(source).watch(task)

  /** The status of every source that was called so far. */
  const status = (): SourceStatus[] => [...guards.values()].map(({ read }) => read())
  return Object.assign(call, { status, watch })
}

type SourceGuardOptions = { resetMs: number; onChange: OnBreakerChange; events: SourceEvents }

function createSourceGuard(source: string, { resetMs, onChange, events }: SourceGuardOptions) {
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

  /** The first requesting network that may call the source. Throws when there is none. */
  function findAdmittedNetwork(requesters: Requesters): string {
    const network = Date.now() < quietUntil ? undefined : breaker.findAdmitted(requesters())
    if (network === undefined) throw createBreakerOpenError()
    return network
  }

  function readRetryAfter(error: unknown): void {
    if (!(error instanceof SourceError) || error.retryAfterMs === undefined) return
    quietUntil = Math.max(quietUntil, Date.now() + Math.min(error.retryAfterMs, limits.maxRetryAfterMs))
  }

  async function pass<T>(task: () => Promise<T>, isFault: IsFault): Promise<T> {
    let wasRequested = false
    const request = () => {
      wasRequested = true
      return meter.measure(task, { isFault, readRetryAfter })
    }
    try {
      const requesters = getRequesters()
      findAdmittedNetwork(requesters)
      releaseSlot()
      const outcome = await queue.run(requesters, () => breaker.run(findAdmittedNetwork(requesters), request))
      if ('harmlessError' in outcome) throw outcome.harmlessError
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
    if ('harmlessError' in outcome) throw outcome.harmlessError
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
 * After five consecutive faults, the circuit opens for the networks of the failed calls, and for all networks when these are
 * two. After `resetMs`, each network may make one trial call, two at the same time. The first success closes the circuit.
 */
function createCircuitBreaker({ resetMs, onOpen, onClose }: BreakerOptions) {
  /** The networks of the last failed calls since the last success, and until when the circuit is open for each of them. */
  const openUntil = new Map<string, number>()
  const trialNetworks = new Set<string>()
  let consecutiveFaults = 0
  const isOpen = () => consecutiveFaults >= limits.faults

  function isAdmitted(network: string): boolean {
    const isOpenForAll = openUntil.size === limits.networks
    if (!isOpen() || !(isOpenForAll || openUntil.has(network))) return true
    const now = Date.now()
    const isOpenFor = (name: string) => (openUntil.get(name) ?? 0) > now
    const waitingNetworks = [...openUntil.keys()].filter(isOpenFor)
    const isTrial = waitingNetworks.length < limits.networks && trialNetworks.size < limits.networks
    return isTrial && !isOpenFor(network) && !trialNetworks.has(network)
  }

  function recordSuccess(): void {
    const wasOpen = isOpen()
    consecutiveFaults = 0
    openUntil.clear()
    if (wasOpen) onClose()
  }

  function recordFailure(network: string): void {
    consecutiveFaults += 1
    openUntil.delete(network)
    openUntil.set(network, Date.now() + resetMs)
    const [oldest = ''] = openUntil.keys()
    if (openUntil.size > limits.networks) openUntil.delete(oldest)
    if (consecutiveFaults === limits.faults) onOpen()
  }

  return {
    /** The first of the networks that may call the source. */
    findAdmitted: (networks: readonly string[]): string | undefined => networks.find(isAdmitted),

    /** Calls the source on behalf of a network. */
    async run<T>(network: string, request: () => Promise<T>): Promise<T> {
      const isTrial = isOpen()
      if (isTrial) trialNetworks.add(network)
      try {
        const result = await request()
        recordSuccess()
        return result
      } catch (error) {
        recordFailure(network)
        throw error
      } finally {
        if (isTrial) trialNetworks.delete(network)
      }
    },

    state: () => (isOpen() ? (trialNetworks.size > 0 ? 'half-open' : 'open') : 'closed'),
  }
}

type MeasureOptions = { isFault: IsFault; readRetryAfter: (error: unknown) => void }

/** Measures calls. A harmless error counts as a success for breaker and statistics, so it is returned as a value. */
function createMeter(source: string, events: SourceEvents) {
  const stats = createSourceStats(source)
  const scope = { source, events, mayRetry: () => !stats.isFailing() }
  return {
    read: stats.read,
    async measure<T>(
      task: () => Promise<T>,
      { isFault, readRetryAfter }: MeasureOptions,
    ): Promise<MeasuredResult<T>> {
      const startedAtMs = Date.now()
      try {
        const value = await runWithinSource(scope, task)
        stats.recordSuccess(Date.now() - startedAtMs)
        events.ended(source, 'ok', Date.now() - startedAtMs)
        return { value }
      } catch (error) {
        events.ended(source, toCallOutcome(error), Date.now() - startedAtMs)
        readRetryAfter(error)
        if (isFault(error)) {
          stats.recordFailure()
          throw error
        }
        stats.recordSuccess(Date.now() - startedAtMs)
        return { harmlessError: error }
      }
    },
  }
}

/** Turns rejections by the queue into SourceErrors. */
function toBusyError(error: unknown): unknown {
  if (error instanceof NoSlotError)
    return new SourceError('busy', 'Too many calls to the source are in progress.')
  return error
}

function createBreakerOpenError(): SourceError {
  return new SourceError('open', 'The source failed repeatedly, so its circuit breaker is open.')
}
