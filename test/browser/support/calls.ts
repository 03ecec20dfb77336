import type { Page } from 'playwright-core'

/** Holds the response of a call until `go`, for changes that must show before it. */
export async function holdCall(page: Page, path: string): Promise<{ go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/v1${path}*`, async (route) => {
    await promise
    await route.continue()
  })
  return { go: resolve }
}

/** Responds to a call with a refusal and its message. */
export function refused(page: Page, path: string, message: string): Promise<unknown> {
  const body = { success: false, statusCode: 409, message, code: 'REFUSED', requestId: 'a-reference' }
  return page.route(`**/api/v1${path}*`, (route) => route.fulfill({ status: 409, json: body }))
}

/** Aborts a call as without a connection. */
export function lost(page: Page, path: string): Promise<unknown> {
  return page.route(`**/api/v1${path}*`, (route) => route.abort())
}

/** Responds to a call with a status and JSON. */
export function respond(page: Page, path: string, status: number, json: object): Promise<unknown> {
  return page.route(`**/api/v1${path}*`, (route) => route.fulfill({ status, json }))
}
