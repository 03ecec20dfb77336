import type { Page } from 'playwright-core'

/** Holds the response of a call until `go` is called, for changes that must be visible before it. */
export async function holdCall(page: Page, path: string): Promise<{ go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api/v1${path}*`, async (route) => {
    await promise
    await route.continue()
  })
  return { go: resolve }
}

/** Responds to a call with a 409 and this message. */
export function rejectCall(page: Page, path: string, message: string): Promise<unknown> {
  const body = { success: false, statusCode: 409, message, code: 'REFUSED', requestId: 'a-reference' }
  return page.route(`**/api/v1${path}*`, (route) => route.fulfill({ status: 409, json: body }))
}

/** Aborts a call, as without a connection. */
export function abortCall(page: Page, path: string): Promise<unknown> {
  return page.route(`**/api/v1${path}*`, (route) => route.abort())
}

/** Responds to a call with a status and JSON. */
export function fulfillCall(page: Page, path: string, status: number, json: object): Promise<unknown> {
  return page.route(`**/api/v1${path}*`, (route) => route.fulfill({ status, json }))
}
