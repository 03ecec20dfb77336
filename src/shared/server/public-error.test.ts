import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { RequestError } from '#shared/failure.ts'
import { toPublicError } from './public-error.ts'

function maskError(error: unknown) {
  const lines: { level: number }[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  return { problem: toPublicError(error, log, 'r-1'), lines }
}

test('sends our own message without a log line', () => {
  const { problem, lines } = maskError(
    new RequestError({ status: 409, message: 'Taken.', code: 'NAME_TAKEN' }),
  )
  expect(problem).toMatchObject({ status: 409, message: 'Taken.', code: 'NAME_TAKEN', requestId: 'r-1' })
  expect(lines).toEqual([])
})

test('shows the general message and logs one line for an unforeseen error', () => {
  const { problem, lines } = maskError(new Error('relation "users" does not exist at /srv/app.js:3'))
  expect(problem).toMatchObject({ status: 500, message: 'Something went wrong!', code: 'INTERNAL' })
  expect(JSON.stringify(problem)).not.toContain('users')
  expect(lines).toHaveLength(1)
})

test.each([
  Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  new Error('Failed query: select 1', { cause: Object.assign(new Error('ended'), { code: '57P01' }) }),
  new Error('Failed query', { cause: Object.assign(new Error('read-only transaction'), { code: '25006' }) }),
  new Error('Failed query', { cause: Object.assign(new Error('deadlock detected'), { code: '40P01' }) }),
  new Error('Failed query', { cause: Object.assign(new Error('No space left'), { code: '53100' }) }),
  new Error('timeout exceeded when trying to connect'),
  new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }),
])('returns 503 with Retry-After when the database is unavailable (%s)', (error) => {
  const { problem, lines } = maskError(error)
  expect(problem).toMatchObject({ status: 503, code: 'BUSY', retryAfter: 5 })
  expect(problem.message).not.toContain('10.0.0.1')
  expect(lines).toHaveLength(1)
})

test('returns 500 for a query that fails for other reasons', () => {
  const cause = Object.assign(new Error('division by zero'), { code: '22012' })
  expect(maskError(new Error('Failed query', { cause })).problem.status).toBe(500)
})

test('names at most twenty wrong fields', () => {
  const { error } = z.array(z.string()).safeParse(Array(1000).fill(0))
  expect(maskError(error).problem.errors).toHaveLength(20)
})
