import type { FastifyBaseLogger } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ZodError } from 'zod'
import { type FieldError, failures, isRequestError, type Problem, toProblem } from '#shared/failure.ts'

/** Converts a failure to what a client sees: our own messages are sent, and any unexpected error is logged. */
export function toPublicError(error: unknown, log: FastifyBaseLogger, requestId: string): Problem {
  const problem =
    toInputProblem(error) ?? (isRequestError(error) ? toProblem(error) : toFrameworkProblem(error))
  if (problem && (problem.status < 500 || problem.code === failures.busy.code))
    return { ...problem, requestId }
  if (isOutage(error)) {
    log.error({ err: error }, 'database unreachable')
    return { ...failures.busy, requestId, retryAfter: outageSeconds }
  }
  log.error({ err: error }, 'request failed') // the request's own log adds its id
  return { ...failures.general, status: problem?.status ?? 500, requestId }
}

/** Retry-After while the database is unavailable. */
const outageSeconds = 5
/**
 * Error codes of the system and of PostgreSQL: no connection (classes 08 and 57P), too few connections, too little disk or
 * memory (53), a database that accepts no writes (25006), and a transaction that was aborted because of another one.
 */
const outages = /^(ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|08\w{3}|57P0[1-3]|53\w{3}|25006|40P01|40001)$/
const outageMessages =
  /timeout exceeded when trying to connect|Connection terminated|encountered a connection error/

/** True for a failure of the database's connection, also inside the error that names the query. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if ('syscall' in error && error.syscall === 'connect') return true
  return outages.test(code) || outageMessages.test(error.message) || isOutage(error.cause)
}

function toInputProblem(error: unknown): Problem | undefined {
  if (error instanceof ZodError) {
    return createInputProblem(error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  }
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  return createInputProblem(
    error.validation.map(({ instancePath, message = '' }) => ({
      field: instancePath.slice(1).replaceAll('/', '.'),
      message,
    })),
  )
}

/** Maximum number of wrong fields in a response; a list may have a hundred thousand. */
const maxErrors = 20

/** The first wrong field's message becomes the response's message. */
function createInputProblem(all: FieldError[]): Problem {
  const errors = all.slice(0, maxErrors)
  return { status: 400, code: 'INVALID_INPUT', message: errors[0]?.message || failures.input.message, errors }
}

/** Fastify's own errors, by their meaning; their messages name internals and are replaced. */
function toFrameworkProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  switch (error.statusCode) {
    case 400:
      return failures.input
    case 404:
      return failures.notFound
    case 413:
      return failures.tooLarge
    case 415:
      return failures.mediaType
    case 503:
      return failures.busy
    default:
      return typeof error.statusCode === 'number' && error.statusCode < 500
        ? { ...failures.input, status: error.statusCode }
        : undefined
  }
}
