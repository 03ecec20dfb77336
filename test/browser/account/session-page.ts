import type { Visit } from '#support/visit.ts'

export const refreshCall = 'POST /api/v1/auth/refresh-token'
/** The browser reports a refused request by itself. */
export const allow = [/status of 401/, /status of 429/, /status of 503/]

export const header = ({ page }: Pick<Visit, 'page'>) => page.getByRole('banner')
export const refreshesOf = ({ apiCalls }: Visit) => apiCalls.filter((call) => call === refreshCall)

/** Puts a dead token in the place of the good one; the cookie stays as it is. */
export function spoilToken({ page }: Visit): Promise<void> {
  return page.evaluate(() => localStorage.setItem('token', 'dead'))
}

export function dropCookies({ context }: Visit): Promise<void> {
  return context.clearCookies({ name: 'refresh' })
}

/** Waits for the response to the request for the user after the page was opened. */
export async function open(visit: Visit, path: string): Promise<void> {
  const response = visit.page.waitForResponse((reply) => reply.url().endsWith('/users/me') && reply.ok())
  await visit.page.goto(path)
  await response
  await visit.hydrated()
}
