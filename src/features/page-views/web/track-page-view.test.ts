import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackPageView } from './track-page-view.ts'

const sendBeacon = vi.fn<Navigator['sendBeacon']>()
const fetched = vi.fn<typeof fetch>()
let tab = new EventTarget()

/** Stubs the browser globals that the tested code uses. */
function stubBrowser(properties: Record<string, unknown> = {}, hidden = false): void {
  tab = Object.assign(new EventTarget(), { hidden })
  vi.stubGlobal('navigator', { sendBeacon, ...properties })
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

test('sends the path as JSON by sendBeacon', async () => {
  trackPageView('/product/weidian/7229418055')
  expect(await readSent()).toEqual([
    ['/api/v1/page-views', 'application/json', '{"path":"/product/weidian/7229418055"}'],
  ])
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['there is no sendBeacon', { sendBeacon: undefined }],
  ['sendBeacon returns false', { sendBeacon: () => false }],
])('sends by fetch without cookies when %s', async (_case, properties) => {
  stubBrowser(properties)
  trackPageView('/')
  const [[url, options] = []] = fetched.mock.calls
  expect([url, options]).toEqual([
    '/api/v1/page-views',
    { method: 'POST', body: expect.any(Blob), keepalive: true, credentials: 'omit' },
  ])
})

test('ignores a failed request', async () => {
  stubBrowser({ sendBeacon: undefined })
  fetched.mockRejectedValue(new TypeError('offline'))
  trackPageView('/')
  expect(fetched).toHaveBeenCalledOnce()
})

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('sends nothing when %s is on', (_name, properties) => {
  stubBrowser({ sendBeacon, ...properties })
  trackPageView('/')
  expect(sendBeacon).not.toHaveBeenCalled()
})

test('sends the path when the visitor does not opt out', () => {
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
])('sends nothing for %s', (path) => {
  trackPageView(path)
  expect(sendBeacon).not.toHaveBeenCalled()
})

test('sends a page in the background once, when it becomes visible', () => {
  stubBrowser({}, true)
  trackPageView('/popular')
  expect(sendBeacon).not.toHaveBeenCalled()
  tab.dispatchEvent(new Event('visibilitychange'))
  tab.dispatchEvent(new Event('visibilitychange'))
  expect(sendBeacon).toHaveBeenCalledOnce()
})
