import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import { askersNow } from './askers.ts'
import { createFairQueue, NoPlace } from './fair-queue.ts'
import { isGone, SourceError } from './source-error.ts'
import { createGauge, type SourceStatus } from './source-gauge.ts'
import { outcomeOf, type SourceEvents, unheard, withinSource } from './source-scope.ts'

/** Failures in a row after which a source is left alone, and the longest wait it can ask. */
const limits = { failures: 5, quietMs: 30_000 } as const

/** Calls to one source, for each network that asks for them. */
const callLimits = {
  heldAtOnce: 16,
  /** So that one network, or the site by itself, leaves half of it to others. */
  heldByOne: 8,
  waiting: 160,
  waitingOfOne: 40,
  /** Half the shortest time that callers give a source, which else would be blamed for the time spent in the line. */
  waitMs: 2_500,
} as const

/** Told when a source is left alone and when it answers again. */
export type OnChange = (source: string, state: 'open' | 'closed') => void
export type IsFault = (error: unknown) => boolean
type Outcome<T> = { value: T } | { harmless: unknown }

/** Everything but a plain 'no such thing' speaks against a source. */
function isAnyFault(error: unknown): boolean {
  return !isGone(error)
}

type Deps = { resetMs: number; onChange: OnChange; events?: SourceEvents | undefined }

/** Keeps a breaker and a bound on calls for each source, made when the source is first asked. */
export function createBreakers({ resetMs, onChange, events = unheard }: Deps) {
  const gates = new Map<string, ReturnType<typeof createGate>>()

  function gateOf(source: string) {
    const gate = gates.get(source) ?? createGate(source, { resetMs, onChange, events })
    gates.set(source, gate)
    return gate
  }

  /**
   * Runs a call to a source, or throws a SourceError at once: `open` after five faults in a row until `resetMs` have
   * passed and one trial call succeeded, or for as long as the source asked for; `busy` when too many calls wait, or this one too long.
   * `isFault` says which errors count.
   */
  const call = <T>(source: string, task: () => Promise<T>, isFault: IsFault = isAnyFault): Promise<T> =>
    gateOf(source).pass(task, isFault)

  /** Runs a call that is never refused, because whoever makes it keeps a distance of its own; it is only measured. */
  const watch = <T>(source: string, task: () => Promise<T>): Promise<T> => gateOf(source).watch(task)

  /** How every source does that was asked so far. */
  const status = (): SourceStatus[] => [...gates.values()].map(({ read }) => read())
  return Object.assign(call, { status, watch })
}

type GateOptions = { resetMs: number; onChange: OnChange; events: SourceEvents }

function createGate(source: string, { resetMs, onChange, events }: GateOptions) {
  const meter = createMeter(source, events)
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: resetMs,
    breaker: new ConsecutiveBreaker(limits.failures),
  })
  const places = createFairQueue(callLimits)
  let openUntil = 0
  let quietUntil = 0
  let downSince: number | undefined
  breaker.onBreak(() => {
    openUntil = Date.now() + resetMs
    if (downSince === undefined) onChange(source, 'open') // not of each trial that fails
    downSince ??= Date.now()
  })
  breaker.onReset(() => {
    downSince = undefined
    onChange(source, 'closed')
  })

  /** One trial at a time: whoever comes while it runs is refused rather than made to wait for its outcome. */
  function refuseWhileOpen(): void {
    const now = Date.now()
    const isOpen = breaker.state === CircuitState.Open && now < openUntil
    if (isOpen || now < quietUntil || breaker.state === CircuitState.HalfOpen) throw leftAlone()
  }

  function hear(error: unknown): void {
    if (!(error instanceof SourceError) || error.retryAfterMs === undefined) return
    quietUntil = Math.max(quietUntil, Date.now() + Math.min(error.retryAfterMs, limits.quietMs))
  }

  async function pass<T>(task: () => Promise<T>, isFault: IsFault): Promise<T> {
    let isAsked = false
    const ask = () => {
      isAsked = true
      return meter.measure(task, { isFault, hear })
    }
    try {
      refuseWhileOpen()
      const outcome = await places.run(askersNow(), () => {
        refuseWhileOpen()
        return breaker.execute(ask)
      })
      if ('harmless' in outcome) throw outcome.harmless
      return outcome.value
    } catch (error) {
      const seen = asSeen(error)
      if (!isAsked) events.ended(source, outcomeOf(seen))
      throw seen
    }
  }

  async function watch<T>(task: () => Promise<T>): Promise<T> {
    const outcome = await meter.measure(task, { isFault: () => true, hear })
    if ('harmless' in outcome) throw outcome.harmless
    return outcome.value
  }

  function read(): SourceStatus {
    const state = stateNames[breaker.state]
    return meter.read({ state, downSince, quietUntil: Date.now() < quietUntil ? quietUntil : undefined })
  }
  return { pass, watch, read }
}

const stateNames: Record<CircuitState, SourceStatus['state']> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
}

type Judging = { isFault: IsFault; hear: (error: unknown) => void }

/** Times calls. A harmless error is an answer for breaker and gauge, so it travels as a value. */
function createMeter(source: string, events: SourceEvents) {
  const gauge = createGauge(source)
  const scope = { source, events, mayRetry: () => !gauge.isFailing() }
  return {
    read: gauge.read,
    async measure<T>(task: () => Promise<T>, { isFault, hear }: Judging): Promise<Outcome<T>> {
      const begun = Date.now()
      try {
        const value = await withinSource(scope, task)
        gauge.answered(Date.now() - begun)
        events.ended(source, 'ok', Date.now() - begun)
        return { value }
      } catch (error) {
        events.ended(source, outcomeOf(error), Date.now() - begun)
        hear(error)
        if (isFault(error)) {
          gauge.failed()
          throw error
        }
        gauge.answered(Date.now() - begun)
        return { harmless: error }
      }
    },
  }
}

/** Refusals of the breaker and of the bound on calls, in our own words. */
function asSeen(error: unknown): unknown {
  if (error instanceof BrokenCircuitError) return leftAlone()
  if (error instanceof NoPlace) return new SourceError('busy', 'Too many calls are under way.')
  return error
}

function leftAlone(): SourceError {
  return new SourceError('open', 'The source failed repeatedly and is left alone for a while.')
}
