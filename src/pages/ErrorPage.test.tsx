import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { failures, type Problem } from '#shared/failure.ts'
import { ErrorPage, ErrorScreen } from './ErrorPage.tsx'

const serverFault: Problem = { ...failures.general, requestId: 'req-4711' }
const unknown: Problem = {
  status: 404,
  message: 'This address does not exist.',
  code: 'NOT_FOUND',
  requestId: 'req-4712',
}

test('a fault of the server carries the number that finds it in the log', () => {
  expect(renderToStaticMarkup(<ErrorScreen problem={serverFault} />)).toContain('req-4711')
})

test('an unknown address needs no number', () => {
  expect(renderToStaticMarkup(<ErrorScreen problem={unknown} />)).not.toContain('req-4712')
})

test('every failure has the same sentence and code (§2)', () => {
  for (const problem of [serverFault, unknown]) {
    const markup = renderToStaticMarkup(<ErrorScreen problem={problem} />)
    expect(markup).toContain('Error 404')
    expect(markup).toContain('Oops! Something went wrong')
  }
})

test('it stands by itself, with the way home, when the layout failed as well', () => {
  const markup = renderToStaticMarkup(<ErrorPage problem={serverFault} />)
  expect(markup).toMatch(/<main[^>]*>.*<a [^>]*href="\/".*Chopmark.*Oops! Something went wrong/)
})

test('says how long to wait after too many pages', () => {
  const tooMany = { ...failures.tooMany, retryAfter: 42 }
  const markup = renderToStaticMarkup(<ErrorScreen problem={tooMany} />)
  expect(markup).toContain('Too many pages were asked for. Please try again in 42 s.')
})
