import { describe, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import {
  ann,
  bo,
  createFailure,
  noResponse,
  type Renewal,
  useSessionFixture,
} from '#test/fixtures/session-fixture.ts'

const { browser, server, signedIn, aTab } = useSessionFixture()

describe('a token that has run out', () => {
  test.each(['Unauthorized. Please log in.', 'unauthorized', 'You are UNAUTHORIZED here'])(
    'is refreshed and the request repeated: "%s"',
    async (message) => {
      signedIn()
      server.renewals = [server.renewal('new')]
      const fetch = async (url: string, init: RequestInit) => {
        const response = await server.respond(url, init)
        return response.status === 401 ? createFailure(401, message) : response
      }
      const { me } = await aTab({ fetch })
      expect((await me()).data).toEqual(ann)
      expect(server.calls()).toEqual([
        'GET /api/v1/users/me old',
        'POST /api/v1/auth/refresh-token null',
        'GET /api/v1/users/me new',
      ])
      expect(browser.local.entries()).toEqual({ theme: 'dark', token: 'new', user: JSON.stringify(ann) })
    },
  )

  test('is refreshed by a token in data alone', async () => {
    signedIn()
    server.goodTokens.add('new')
    server.renewals = [Response.json({ data: { approvalToken: 'new' } })]
    const { me } = await aTab()
    await me()
    expect(browser.local.getItem('token')).toBe('new')
  })

  test('is refreshed by a response for the same user', async () => {
    signedIn()
    server.goodTokens.add('new')
    server.renewals = [
      Response.json({ approvalToken: 'new', data: { approvalToken: 'new', userId: ann.id } }),
    ]
    const { me } = await aTab()
    await me()
    expect(browser.local.getItem('token')).toBe('new')
  })

  test('is refreshed once: a second 401 is returned', async () => {
    signedIn()
    server.renewals = [Response.json({ approvalToken: 'bad-too' }), server.renewal('new')]
    const { me } = await aTab()
    await expect(me()).rejects.toThrow('Unauthorized. Please log in.')
    expect(server.refreshes()).toHaveLength(1)
    expect(server.sent).toHaveLength(3)
    expect(browser.local.getItem('token')).toBe('bad-too')
  })

  test.each([{ locks: true }, { locks: false }])(
    'is refreshed once for twenty requests at a time, with locks: $locks',
    async ({ locks }) => {
      signedIn()
      server.renewals = [server.renewal('new')]
      const { me } = await aTab(locks ? {} : { locks: undefined })
      const replies = await Promise.all(Array.from({ length: 20 }, () => me()))
      expect(replies.every(({ data }) => data.id === 'u1')).toBe(true)
      expect(server.refreshes()).toHaveLength(1)
    },
  )

  test('is refreshed once for five tabs at a time', async () => {
    signedIn()
    server.renewals = [server.renewal('new')]
    const tabs = await Promise.all(Array.from({ length: 5 }, () => aTab()))
    await Promise.all(tabs.map(({ me }) => me()))
    expect(server.refreshes()).toHaveLength(1)
    expect(server.calls().filter((call) => call === 'GET /api/v1/users/me new')).toHaveLength(5)
  })

  test('is not refreshed when another tab did it during the request', async () => {
    signedIn()
    server.goodTokens.add('newer')
    const { me } = await aTab({
      fetch: (url, init) => {
        browser.local.setItem('token', 'newer')
        return server.respond(url, init)
      },
    })
    await me()
    expect(server.calls()).toEqual(['GET /api/v1/users/me old', 'GET /api/v1/users/me newer'])
  })
})

describe('an ended session', () => {
  test('401: deletes token and user, opens the login page and rejects', async () => {
    signedIn()
    server.renewals = [createFailure(401, 'Your session has ended. Please log in again.')]
    const { me } = await aTab()
    await expect(me()).rejects.toMatchObject({ name: 'RequestError', message: 'Failed to refresh token' })
    expect(browser.local.entries()).toEqual({ theme: 'dark' })
    expect(browser.visits).toEqual(['/login'])
    expect(browser.session.getItem('remembered-location')).toBe('/popular?view=compact#top')
    expect(server.sent).toHaveLength(2)
  })

  test.each([400, 403, 404, 409])('%i ends the session too', async (status) => {
    signedIn()
    server.renewals = [createFailure(status, 'No.')]
    const { me } = await aTab()
    await expect(me()).rejects.toThrow('Failed to refresh token')
    expect(browser.visits).toEqual(['/login'])
    expect(server.refreshes()).toHaveLength(1)
  })

  test.each([{}, { data: {} }, { data: null }, { approvalToken: '' }, { approvalToken: null }, [], null])(
    'no token in %j: deletes token and user, opens Home and rejects with the first error',
    async (body) => {
      signedIn()
      server.renewals = [Response.json(body)]
      const { me } = await aTab()
      await expect(me()).rejects.toThrow('Unauthorized. Please log in.')
      expect(browser.local.entries()).toEqual({ theme: 'dark' })
      expect(browser.visits).toEqual(['/'])
      expect(browser.session.entries()).toEqual({})
    },
  )

  test.each([{ isQuiet: false }, { isQuiet: true }])(
    'a cookie of another user: their token is never stored, quiet: $isQuiet',
    async (how) => {
      signedIn()
      server.goodTokens.add('bos')
      server.renewals = [
        Response.json({ approvalToken: 'bos', data: { approvalToken: 'bos', userId: bo.id } }),
      ]
      const { me } = await aTab()
      await expect(me(how)).rejects.toThrow('Failed to refresh token')
      expect(browser.local.entries()).toEqual({ theme: 'dark' })
      expect(server.sent.some(({ token }) => token === 'bos')).toBe(false)
      expect(browser.visits).toEqual(how.isQuiet ? [] : ['/login'])
    },
  )

  test('five tabs send one refresh, and only the sender opens the login page', async () => {
    signedIn()
    server.renewals = [createFailure(401, 'No.')]
    const tabs = await Promise.all(Array.from({ length: 5 }, () => aTab()))
    const ends = await Promise.allSettled(tabs.map(({ me }) => me()))
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
    expect(server.refreshes()).toHaveLength(1)
    expect(browser.visits).toEqual(['/login'])
  })

  test('a background request leaves the visitor on the page', async () => {
    signedIn()
    const { me, getSession } = await aTab()
    await expect(me({ isQuiet: true })).rejects.toThrow('Failed to refresh token')
    expect([browser.local.entries(), browser.visits]).toEqual([{ theme: 'dark' }, []])
    expect(getSession()).toEqual({ status: 'visitor' })
  })

  test('a background request with a parallel foreground request opens the login page', async () => {
    signedIn()
    const { me } = await aTab()
    await Promise.allSettled([me({ isQuiet: true }), me()])
    expect(browser.visits).toEqual(['/login'])
  })
})

describe('an outage during a refresh', () => {
  const outages: [name: string, reply: () => Renewal][] = [
    ['no network', () => noResponse],
    ['408', () => createFailure(408, 'Slow.')],
    ['429', () => createFailure(429, 'Too many attempts. Please try again later.')],
    ['500', () => createFailure(500, 'Something went wrong!')],
    ['502', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['503', () => createFailure(503, 'The site is busy. Please try again in a moment.')],
    ['504', () => new Response('', { status: 504 })],
    ['a page of a captive portal', () => new Response('<html>Log in to the hotel network</html>')],
    ['an empty response', () => new Response('')],
  ]

  test.each(outages)('%s: is tried three times, then fails only the request', async (_name, outage) => {
    signedIn()
    const before = browser.local.entries()
    server.renewals = [outage(), outage(), outage(), server.renewal('new')]
    const { me, getSession } = await aTab()
    const error: unknown = await me().catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'Error', message: 'Failed to refresh token' }) // as without a response
    expect(server.refreshes()).toHaveLength(3)
    expect(server.pauses.slice(0, 2)).toEqual([500, 1500])
    expect(browser.local.entries()).toEqual(before)
    expect([getSession().status, browser.visits]).toEqual(['member', []])
  })

  test.each(outages)('%s: succeeds at the second or third try', async (_name, outage) => {
    for (const times of [1, 2]) {
      signedIn()
      server.renewals = [...Array.from({ length: times }, outage), server.renewal(`new-${times}`)]
      const { me } = await aTab()
      expect((await me()).data).toEqual(ann)
      expect(browser.local.getItem('token')).toBe(`new-${times}`)
    }
    expect(browser.visits).toEqual([])
  })

  test('the next request after it is refreshed', async () => {
    signedIn()
    server.renewals = [noResponse, noResponse, noResponse, server.renewal('new')]
    const { me } = await aTab()
    await expect(me()).rejects.toThrow()
    expect((await me()).data).toEqual(ann)
  })

  test('a lock that is never granted fails only the request', async () => {
    signedIn()
    const request = () => Promise.reject(new DOMException('Waited too long', 'TimeoutError'))
    const { me, getCurrentLogin } = await aTab({ locks: { request } })
    await expect(me()).rejects.toThrow('Failed to refresh token')
    expect([getCurrentLogin()?.token, server.sent.length, browser.visits]).toEqual(['old', 1, []])
  })
})

describe('while a refresh is in progress', () => {
  /** Makes the next refresh wait; returns the function that releases it. */
  function createHeldRenewal(renewal: Renewal) {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    server.renewals = [
      async () => {
        await gate
        return typeof renewal === 'function' ? renewal() : Promise.resolve(renewal as Response)
      },
    ]
    return release
  }

  test.each([
    ['a valid response', server.renewal('new')],
    ['a 401', createFailure(401, 'No.')],
    ['no token', Response.json({})],
  ])('a logout in another tab is kept: %s', async (_name, renewal) => {
    signedIn()
    const release = createHeldRenewal(renewal)
    const { me } = await aTab()
    const reply = me().catch((error) => error)
    await eventually(() => expect(server.refreshes()).toHaveLength(1))
    browser.local.fill({ theme: 'dark' })
    release()
    expect(await reply).toBeInstanceOf(Error)
    expect(browser.local.entries()).toEqual({ theme: 'dark' })
    expect(browser.visits).toEqual([])
  })

  test.each([
    ['a valid response', server.renewal('new')],
    ['a 401', createFailure(401, 'No.')],
  ])('the login of another user is kept: %s', async (_name, renewal) => {
    signedIn()
    const release = createHeldRenewal(renewal)
    const { me } = await aTab()
    const reply = me().catch((error) => error)
    await eventually(() => expect(server.refreshes()).toHaveLength(1))
    signedIn('bos', bo)
    release()
    expect(await reply).toBeInstanceOf(Error)
    expect(browser.local.getItem('token')).toBe('bos')
    expect(server.sent.some(({ token }) => token === 'bos')).toBe(false) // no request is repeated as another user
    expect(browser.visits).toEqual([])
  })
})
