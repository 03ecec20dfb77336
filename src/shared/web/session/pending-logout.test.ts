import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTab } from '#test/browser-tab.ts'
import { eventually } from '#test/eventually.ts'
import { useSessionFixture } from '#test/fixtures/session-fixture.ts'

const { browser, server, signedIn, aTab } = useSessionFixture()

type SentLogout = { init: RequestInit; respond: () => void; fail: () => void }
let sentLogouts: SentLogout[] = []

beforeEach(() => {
  sentLogouts = []
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    sentLogouts.push({
      init,
      respond: () => resolve(Response.json({})),
      fail: () => reject(new TypeError('Failed to fetch')),
    })
    return promise
  })
})

afterEach(() => {
  for (const { respond } of sentLogouts) respond()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab with a session; `logIn` returns whether its login was sent. */
async function createLoginTab() {
  const tab = await openTab()
  tab.startSession()
  const { waitForPendingLogout } = await import('./pending-logout.ts')
  return {
    ...tab,
    logIn: () => {
      const login = { isOut: false, sent: waitForPendingLogout() }
      login.sent.then(() => {
        login.isOut = true
      })
      return login
    },
  }
}

/** Runs everything that needs no time to pass. */
async function flushTasks(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  await navigator.locks?.query()
  await vi.advanceTimersByTimeAsync(0)
}

describe('a login', () => {
  test('is sent at once without a pending logout', async () => {
    await (await createLoginTab()).logIn().sent
    expect(sentLogouts).toEqual([])
  })

  const ends = [
    { end: 'respond', locks: true },
    { end: 'respond', locks: false },
    { end: 'fail', locks: true },
    { end: 'fail', locks: false },
  ] as const
  test.each(ends)('waits for a pending logout to end: $end, with locks: $locks', async ({ end, locks }) => {
    vi.useFakeTimers()
    if (!locks) vi.stubGlobal('navigator', {})
    signedIn()
    const tab = await createLoginTab()
    tab.signOut()
    expect([tab.getSession().status, browser.local.entries()]).toEqual(['visitor', { theme: 'dark' }])
    const login = tab.logIn()
    await flushTasks()
    expect([login.isOut, sentLogouts.length]).toEqual([false, 1])
    sentLogouts[0]?.[end]()
    await login.sent
    expect(browser.session.entries()).toEqual({})
  })

  test('aborts a pending logout after five seconds', async () => {
    vi.useFakeTimers()
    signedIn()
    const tab = await createLoginTab()
    tab.signOut()
    const login = tab.logIn()
    await vi.advanceTimersByTimeAsync(4999)
    expect([login.isOut, sentLogouts[0]?.init.signal?.aborted]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1)
    await login.sent
    expect(sentLogouts[0]?.init.signal?.aborted).toBe(true)
  })

  test('waits for a logout in another tab', async () => {
    vi.useFakeTimers()
    signedIn()
    const [first, second] = [await createLoginTab(), await createLoginTab()]
    first.signOut()
    browser.session.fill({}) // each tab has its own
    const login = second.logIn()
    await flushTasks()
    expect(login.isOut).toBe(false)
    sentLogouts[0]?.respond()
    await login.sent
  })

  test('waits on the page after the logout, which cannot receive its response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    vi.stubGlobal('navigator', {}) // the lock goes with the page that held it
    signedIn()
    const left = await createLoginTab()
    left.signOut()
    const login = (await createLoginTab()).logIn()
    await vi.advanceTimersByTimeAsync(4999)
    expect(login.isOut).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await login.sent
  })

  test.each(['', 'soon', '-1', 'Infinity', '99999999999999'])(
    'ignores the invalid deadline "%s"',
    async (storedDeadline) => {
      browser.session.fill({ waitForPendingLogout: storedDeadline })
      await (await createLoginTab()).logIn().sent
    },
  )

  test('is sent when storage is not available', async () => {
    browser.session.isBlocked = true
    signedIn()
    const tab = await createLoginTab()
    tab.signOut()
    const login = tab.logIn()
    sentLogouts[0]?.respond()
    await login.sent
  })
})

test('a refresh waits for a logout in another tab', async () => {
  signedIn()
  const left = await createLoginTab()
  left.signOut()
  signedIn('bos')
  server.renewals = [server.renewal('new')]
  const { me } = await aTab()
  const reply = me()
  await eventually(() => expect(server.calls()).toEqual(['GET /api/v1/users/me bos']))
  await eventually(async () => expect((await navigator.locks.query()).pending).toHaveLength(1))
  expect(server.refreshes()).toEqual([])
  sentLogouts[0]?.respond()
  await reply
  expect(server.refreshes()).toHaveLength(1)
})
