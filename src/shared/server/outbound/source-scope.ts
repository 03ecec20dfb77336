import { AsyncLocalStorage } from 'node:async_hooks'
import { isNotFoundError, SourceError, type SourceFault } from './source-error.ts'

/** The result of a call to a source; `fault`: an error in our own code. */
export type CallOutcome = 'ok' | 'gone' | SourceFault | 'fault'

/** Receives events of calls, for metrics. */
export type SourceEvents = {
  /** `durationMs` is missing when the source was not called. */
  ended(source: string, outcome: CallOutcome, durationMs?: number): void
  received(source: string, bytes: number): void
  retried(source: string): void
}
export const noSourceEvents: SourceEvents = { ended() {}, received() {}, retried() {} }

type SourceScope = { source: string; mayRetry: () => boolean; events: SourceEvents }
const scopes = new AsyncLocalStorage<SourceScope>()

/** Runs a call so that every request within it is attributed to its source. */
export const runWithinSource = <T>(scope: SourceScope, task: () => Promise<T>): Promise<T> =>
  scopes.run(scope, task)

/** The source of the current call. Undefined outside of a call; such requests are not retried. */
export const getSourceScope = (): SourceScope | undefined => scopes.getStore()

export function toCallOutcome(error: unknown): CallOutcome {
  if (isNotFoundError(error)) return 'gone'
  return error instanceof SourceError ? error.kind : 'fault'
}
