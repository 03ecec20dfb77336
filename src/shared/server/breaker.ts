import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel'
import { isGone, SourceError } from './source-error.ts'
import { createGauge, type SourceStatus } from './source-gauge.ts'

/** Failures in a row after which a source is left alone, and how many calls to it may run and wait. */
const limits = { failures: 5, atOnce: 16, waiting: 32 } as const

/** Told when a source is left alone and when it answers again. */
export type OnChange = (source: string, state: 'open' | 'closed') => void
export type IsFault = (error: unknown) => boolean
type Outcome<T> = { value: T } | { harmless: unknown }

/** Everything but a plain 'no such thing' speaks against a source. */
function isAnyFault(error: unknown): boolean {
  return !isGone(error)
}

/** Keeps a breaker and a bound on calls for each source, made when the source is first asked. */
export function createBreakers({ resetMs, onChange }: { resetMs: number; onChange: OnChange }) {
  const gates = new Map<string, ReturnType<typeof createGate>>()

  /**
   * Runs a call to a source, or throws a SourceError at once: `open` after five faults in a row until `resetMs` have
   * passed and one trial call succeeded, `busy` when too many calls wait. `isFault` says which errors count.
   */
  function call<T>(source: string, task: () => Promise<T>, isFault: IsFault = isAnyFault): Promise<T> {
    const gate = gates.get(source) ?? createGate(source, { resetMs, onChange })
    gates.set(source, gate)
    return gate.pass(task, isFault)
  }

  /** How every source does that was asked so far. */
  const status = (): SourceStatus[] => [...gates.values()].map(({ read }) => read())
  return Object.assign(call, { status })
}

type GateOptions = { resetMs: number; onChange: OnChange }

function createGate(source: string, { resetMs, onChange }: GateOptions) {
  const gauge = createGauge(source)
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: resetMs,
    breaker: new ConsecutiveBreaker(limits.failures),
  })
  const room = bulkhead(limits.atOnce, limits.waiting)
  let openUntil = 0
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
    const isOpen = breaker.state === CircuitState.Open && Date.now() < openUntil
    if (isOpen || breaker.state === CircuitState.HalfOpen) throw leftAlone()
  }

  async function pass<T>(task: () => Promise<T>, isFault: IsFault): Promise<T> {
    refuseWhileOpen()
    const outcome = await room
      .execute(() => {
        refuseWhileOpen()
        return breaker.execute(() => measure(gauge, () => settle(task, isFault)))
      })
      .catch(asSourceError)
    if ('harmless' in outcome) throw outcome.harmless
    return outcome.value
  }
  return { pass, read: () => gauge.read(downSince) }
}

/** A harmless error is an answer, too. */
async function measure<T>(gauge: ReturnType<typeof createGauge>, task: () => Promise<T>): Promise<T> {
  const begun = Date.now()
  try {
    const outcome = await task()
    gauge.answered(Date.now() - begun)
    return outcome
  } catch (error) {
    gauge.failed()
    throw error
  }
}

/** A harmless error is an answer for the breaker, so it travels as a value. */
async function settle<T>(task: () => Promise<T>, isFault: IsFault): Promise<Outcome<T>> {
  try {
    return { value: await task() }
  } catch (error) {
    if (isFault(error)) throw error
    return { harmless: error }
  }
}

function asSourceError(error: unknown): never {
  if (error instanceof BrokenCircuitError) throw leftAlone()
  if (error instanceof BulkheadRejectedError) throw new SourceError('busy', 'Too many calls are under way.')
  throw error
}

function leftAlone(): SourceError {
  return new SourceError('open', 'The source failed repeatedly and is left alone for a while.')
}
