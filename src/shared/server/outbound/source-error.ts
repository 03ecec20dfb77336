/**
 * The kinds of failures of an outside source. `refused`: the name does not resolve, or there is no connection, or it broke; `blocked`: our own
 * rules forbid the URL; `open`: the circuit breaker is open, or the source's quota is used up; `busy`: too many of our own calls to it are in progress.
 */
export const sourceFaults = [
  'timeout',
  'refused',
  'status',
  'too-large',
  'bad-type',
  'bad-body',
  'blocked',
  'open',
  'busy',
] as const
export type SourceFault = (typeof sourceFaults)[number]

/** A failure of an outside source. Its message is ours: it contains nothing that the source wrote. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly kind: SourceFault
  /** The HTTP status, when `kind` is `status`. */
  readonly status: number | undefined
  /** The wait that the source demands. */
  readonly retryAfterMs: number | undefined

  constructor(kind: SourceFault, message: string, status?: number, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The error for a response of unexpected form. */
export function createWrongFormError(): SourceError {
  return new SourceError('bad-body', 'The response does not have the expected form.')
}

/** True when the source reports that the item does not exist, which is not a fault of the source. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof SourceError && (error.status === 404 || error.status === 410)
}
