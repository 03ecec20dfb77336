import type { ErrorCode } from './error-codes.ts'

/** A wrong field of an input or a form, with the message to show beside it. */
export type FieldError<Field extends string = string> = { readonly field: Field; readonly message: string }

/** A failure as a client sees it; `code` is for programs, `requestId` finds the log line. */
export type Problem = {
  status: number
  message: string
  code: ErrorCode
  errors?: readonly FieldError[] | undefined
  requestId?: string | undefined
  /** Seconds after which a retry makes sense. */
  retryAfter?: number | undefined
  /** What is known in spite of the failure. */
  data?: unknown
}

/** The messages that control the browser's behavior (§4) or stand for every unforeseen error (§8). */
export const failures = {
  general: { status: 500, message: 'Something went wrong!', code: 'INTERNAL' },
  /** Clients refresh their token when a message contains this word, so no other message may contain it. */
  unauthorized: { status: 401, message: 'Unauthorized. Please log in.', code: 'UNAUTHORIZED' },
  forbidden: { status: 403, message: 'You do not have permission to do this.', code: 'FORBIDDEN' },
  notFound: { status: 404, message: 'This address does not exist.', code: 'NOT_FOUND' },
  method: { status: 405, message: 'This method is not allowed here.', code: 'METHOD_NOT_ALLOWED' },
  input: { status: 400, message: 'The request could not be understood.', code: 'BAD_REQUEST' },
  tooSlow: { status: 408, message: 'The request took too long.', code: 'TIMEOUT' },
  tooLarge: { status: 413, message: 'The request is too large.', code: 'TOO_LARGE' },
  mediaType: { status: 415, message: 'This kind of content is not accepted here.', code: 'MEDIA_TYPE' },
  tooMany: { status: 429, message: 'Too many attempts. Please try again later.', code: 'TOO_MANY' },
  busy: { status: 503, message: 'The site is busy. Please try again in a moment.', code: 'BUSY' },
} as const satisfies Record<string, Problem>

type ProblemDetails = Partial<Omit<Problem, 'status'>> & Pick<Problem, 'status' | 'message' | 'code'>

/** A failure whose message was written for the user. */
export class RequestError extends Error implements Problem {
  override readonly name = 'RequestError'
  readonly status: number
  readonly code: ErrorCode
  readonly errors: readonly FieldError[] | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly data: unknown

  constructor({ status, message, code, errors, requestId, retryAfter, data }: ProblemDetails) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.data = data
  }
}

/** The error for an invalid field of the input, with a message for the user. */
export function createFieldError(field: string, message: string): RequestError {
  return new RequestError({ status: 400, message, code: 'INVALID_INPUT', errors: [{ field, message }] })
}

/** Compares the name, because two bundles contain two classes, and `instanceof` would be false between them. */
export function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && error.name === 'RequestError' && 'status' in error
}

/** The part of an error that users may see. Every unexpected error gets the same general message. */
export function toProblem(error: unknown): Problem {
  if (!isRequestError(error)) return failures.general
  const { status, message, code, errors, requestId, retryAfter, data } = error
  const visible = status < 500 || status === failures.busy.status ? { message, code } : failures.general
  return { ...visible, status, errors, requestId, retryAfter, data }
}

/** The code of a failure without a message from the server; each screen has its own message for that. */
export const noMessageCode = 'UNSAID'

/** The server's message, or the screen's own when there is none (§8). */
export function getErrorMessage(error: unknown, fallback: string = failures.general.message): string {
  return isRequestError(error) && error.code !== noMessageCode ? error.message : fallback
}
