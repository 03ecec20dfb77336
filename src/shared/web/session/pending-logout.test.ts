import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTab } from '#test/browser-tab.ts'
import { eventually } from '#test/eventually.ts'
import { useSessionFixture } from '#test/fixtures/session-fixture.ts'

const { browser, server, signedIn, aTab } = useSessionFixture()

type SentLogout = { init: RequestInit; answer: () => void; fail: () => void }
let told: SentLogout[] = []

beforeEach(() => {
  told = []
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    told.push({
      init,
      answer: () => resolve(Response.json({})),
      fail: () => reject(new TypeError('Failed to fetch')),
    })
    return promise
  })
})

afterEach(() => {
  for (const { answer } of told) answer()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab whose session is known, and whether the login that it sends next may go out. */
async function aLoggingTab() {
  const tab = await openTab()
  tab.startSession()
  const { waitForPendingLogout: farewell } = await import('./pending-logout.ts')
  return {
    ...tab,
    logIn: () => {
      const login = { isOut: false, sent: farewell() }
      login.sent.then(() => {
        login.isOut = true
      })
      return login
    },
  }
}

/** Everything that can happen without time going by has happened. */
async function allElse(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  await navigator.locks?.query()
  await vi.advanceTimersByTimeAsync(0)
}

describe('a login', () => {
  test('is sent at once without a pending logout', async () => {
    await (await aLoggingTab()).logIn().sent
    expect(told).toEqual([])
  })

  const ends = [
    { end: 'answer', locks: true },
    { end: 'answer', locks: false },
    { end: 'fail', locks: true },
    { end: 'fail', locks: false },
  ] as const
  test.each(ends)(
    'waits for the end of a logout before it: $end, with locks: $locks',
    async ({ end, locks }) => {
      vi.useFakeTimers()
      if (!locks) vi.stubGlobal('navigator', {})
      signedIn()
      const tab = await aLoggingTab()
      tab.signOut()
      expect([tab.getSession().status, browser.local.entries()]).toEqual(['visitor', { theme: 'dark' }])
      const login = tab.logIn()
      await allElse()
      expect([login.isOut, told.length]).toEqual([false, 1])
      told[0]?.[end]()
      await login.sent
      expect(browser.session.entries()).toEqual({})
    },
  )

  test('gives up on a logout after five seconds, so that its answer is not taken any more', async () => {
    vi.useFakeTimers()
    signedIn()
    const tab = await aLoggingTab()
    tab.signOut()
    const login = tab.logIn()
    await vi.advanceTimersByTimeAsync(4999)
    expect([login.isOut, told[0]?.init.signal?.aborted]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1)
    await login.sent
    expect(told[0]?.init.signal?.aborted).toBe(true)
  })

  test('waits for a logout in another tab', async () => {
    vi.useFakeTimers()
    signedIn()
    const [first, second] = [await aLoggingTab(), await aLoggingTab()]
    first.signOut()
    browser.session.fill({}) // each tab has its own
    const login = second.logIn()
    await allElse()
    expect(login.isOut).toBe(false)
    told[0]?.answer()
    await login.sent
  })

  test('waits on the page that comes after the logout, which cannot hear the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    vi.stubGlobal('navigator', {}) // the lock goes with the page that held it
    signedIn()
    const left = await aLoggingTab()
    left.signOut()
    const login = (await aLoggingTab()).logIn()
    await vi.advanceTimersByTimeAsync(4999)
    expect(login.isOut).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await login.sent
  })

  test.each(['', 'soon', '-1', 'Infinity', '99999999999999'])('is not held up by "%s"', async (kept) => {
    browser.session.fill({ farewell: kept })
    await (await aLoggingTab()).logIn().sent
  })

  test('goes out where the browser keeps nothing', async () => {
    browser.session.isShut = true
    signedIn()
    const tab = await aLoggingTab()
    tab.signOut()
    const login = tab.logIn()
    told[0]?.answer()
    await login.sent
  })
})

test('a refresh waits for a logout in another tab', async () => {
  signedIn()
  const left = await aLoggingTab()
  left.signOut()
  signedIn('bos')
  server.renewals = [server.renewal('new')]
  const { me } = await aTab()
  const asked = me()
  await eventually(() => expect(server.calls()).toEqual(['GET /api/v1/users/me bos']))
  await eventually(async () => expect((await navigator.locks.query()).pending).toHaveLength(1))
  expect(server.refreshes()).toEqual([])
  told[0]?.answer()
  await asked
  expect(server.refreshes()).toHaveLength(1)
})
