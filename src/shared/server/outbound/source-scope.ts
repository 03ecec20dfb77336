import { AsyncLocalStorage } from 'node:async_hooks'
import { isGone, SourceError, type SourceFault } from './source-error.ts'

/** How a call to a source ended; `fault`: by an error of our own. */
export type CallOutcome = 'ok' | 'gone' | SourceFault | 'fault'

/** Receives calls as they happen, for metrics; it decides nothing. */
export type SourceEvents = {
  /** `tookMs` is missing when the source was not called at all. */
  ended(source: string, outcome: CallOutcome, tookMs?: number): void
  received(source: string, bytes: number): void
  retried(source: string): void
}
export const noSourceEvents: SourceEvents = { ended() {}, received() {}, retried() {} }

type SourceScope = { source: string; mayRetry: () => boolean; events: SourceEvents }
const scopes = new AsyncLocalStorage<SourceScope>()

/** Runs a call so that every request within it is attributed to its source. */
export const runWithinSource = <T>(scope: SourceScope, task: () => Promise<T>): Promise<T> =>
  scopes.run(scope, task)

/** The source whose call this is; requests outside of any call belong to no source and are not retried. */
export const getSourceScope = (): SourceScope | undefined => scopes.getStore()

export function toCallOutcome(error: unknown): CallOutcome {
  if (isGone(error)) return 'gone'
  return error instanceof SourceError ? error.kind : 'fault'
}
