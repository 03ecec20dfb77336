import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackPageView } from './track-page-view.ts'

const sendBeacon = vi.fn<Navigator['sendBeacon']>()
const fetched = vi.fn<typeof fetch>()
let tab = new EventTarget()

/** A browser of which only this is looked at. */
function stubBrowser(given: Record<string, unknown> = {}, hidden = false): void {
  tab = Object.assign(new EventTarget(), { hidden })
  vi.stubGlobal('navigator', { sendBeacon, ...given })
  vi.stubGlobal('document', tab)
  vi.stubGlobal('fetch', fetched)
}
beforeEach(() => {
  sendBeacon.mockReset().mockReturnValue(true)
  fetched.mockReset().mockResolvedValue(new Response())
  stubBrowser()
})
afterEach(() => vi.unstubAllGlobals())

async function readSent(): Promise<unknown[]> {
  return Promise.all(
    sendBeacon.mock.calls.map(async ([url, body]) => {
      if (!(body instanceof Blob)) throw new Error('Not a blob')
      return [url, body.type, await body.text()]
    }),
  )
}

test('hands the path over as JSON and waits for nothing', async () => {
  trackPageView('/product/weidian/7229418055')
  expect(await readSent()).toEqual([
    ['/api/v1/page-views', 'application/json', '{"path":"/product/weidian/7229418055"}'],
  ])
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['there is no sendBeacon', { sendBeacon: undefined }],
  ['the browser refuses it', { sendBeacon: () => false }],
])('asks by fetch, without cookies, when %s', async (_case, given) => {
  stubBrowser(given)
  trackPageView('/')
  const [[url, options] = []] = fetched.mock.calls
  expect([url, options]).toEqual([
    '/api/v1/page-views',
    { method: 'POST', body: expect.any(Blob), keepalive: true, credentials: 'omit' },
  ])
})

test('ignores a failure', async () => {
  stubBrowser({ sendBeacon: undefined })
  fetched.mockRejectedValue(new TypeError('offline'))
  trackPageView('/')
  expect(fetched).toHaveBeenCalledOnce()
})

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('says nothing under %s', (_name, given) => {
  stubBrowser({ sendBeacon, ...given })
  trackPageView('/')
  expect(sendBeacon).not.toHaveBeenCalled()
})

test('takes no wish for a wish', () => {
  stubBrowser({ doNotTrack: '0', globalPrivacyControl: false })
  trackPageView('/')
  expect(sendBeacon).toHaveBeenCalledOnce()
})

test.each([
  '/login',
  '/register',
  '/reset-password',
  '/verify-email',
  '/unlock',
  '/setup',
  '/auth/google',
  '/dashboard/users',
])('says nothing of %s', (path) => {
  trackPageView(path)
  expect(sendBeacon).not.toHaveBeenCalled()
})

test('waits with a page in the background until it is seen, and then says it once', () => {
  stubBrowser({}, true)
  trackPageView('/popular')
  expect(sendBeacon).not.toHaveBeenCalled()
  tab.dispatchEvent(new Event('visibilitychange'))
  tab.dispatchEvent(new Event('visibilitychange'))
  expect(sendBeacon).toHaveBeenCalledOnce()
})
