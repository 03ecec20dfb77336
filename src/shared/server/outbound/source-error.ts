/**
 * What can go wrong with an outside source. `refused`: no name, no connection, or it broke off; `blocked`:
 * our own rules forbid the URL; `open`: the source failed so often that it is not asked for a while; `busy`:
 * too many of our own calls to it are in progress.
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
  /** How long the source asks us to wait. */
  readonly retryAfterMs: number | undefined

  constructor(kind: SourceFault, message: string, status?: number, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** What a source answers cannot be understood. */
export function wrongForm(): SourceError {
  return new SourceError('bad-body', 'The answer does not have the expected form.')
}

/** True for an answer that says: there is no such thing. It is no fault of the source. */
export function isGone(error: unknown): boolean {
  return error instanceof SourceError && (error.status === 404 || error.status === 410)
}
