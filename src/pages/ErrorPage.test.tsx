import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { failures, type Problem } from '#shared/failure.ts'
import { ErrorPage, ErrorScreen } from './ErrorPage.tsx'

const serverFault: Problem = { ...failures.general, requestId: 'req-4711' }
const notFound: Problem = {
  status: 404,
  message: 'This address does not exist.',
  code: 'NOT_FOUND',
  requestId: 'req-4712',
}

test('shows the request id of a server error', () => {
  expect(renderToStaticMarkup(<ErrorScreen problem={serverFault} />)).toContain('req-4711')
})

test('shows no request id for an unknown URL', () => {
  expect(renderToStaticMarkup(<ErrorScreen problem={notFound} />)).not.toContain('req-4712')
})

test('shows the same message and code for every error (§2)', () => {
  for (const problem of [serverFault, notFound]) {
    const markup = renderToStaticMarkup(<ErrorScreen problem={problem} />)
    expect(markup).toContain('Error 404')
    expect(markup).toContain('Oops! Something went wrong')
  }
})

test('renders without the layout and links to Home when the layout failed', () => {
  const markup = renderToStaticMarkup(<ErrorPage problem={serverFault} />)
  expect(markup).toMatch(/<main[^>]*>.*<a [^>]*href="\/".*Chopmark.*Oops! Something went wrong/)
})

test('says how long to wait after too many pages', () => {
  const tooMany = { ...failures.tooMany, retryAfter: 42 }
  const markup = renderToStaticMarkup(<ErrorScreen problem={tooMany} />)
  expect(markup).toContain('Too many pages were asked for. Please try again in 42 s.')
})
