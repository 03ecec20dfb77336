import type { Page } from 'playwright-core'

/** The call is not answered before `go`; what is chosen must be seen without an answer. */
export async function held(page: Page, path: string): Promise<{ go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/v1${path}*`, async (route) => {
    await promise
    await route.continue()
  })
  return { go: resolve }
}

/** The call is answered as a server does that refuses it with a sentence. */
export function refused(page: Page, path: string, message: string): Promise<unknown> {
  const body = { success: false, statusCode: 409, message, code: 'REFUSED', requestId: 'a-reference' }
  return page.route(`**/api/v1${path}*`, (route) => route.fulfill({ status: 409, json: body }))
}

/** The call finds no server. */
export function lost(page: Page, path: string): Promise<unknown> {
  return page.route(`**/api/v1${path}*`, (route) => route.abort())
}

/** The call is given this answer. */
export function answered(page: Page, path: string, status: number, json: object): Promise<unknown> {
  return page.route(`**/api/v1${path}*`, (route) => route.fulfill({ status, json }))
}
