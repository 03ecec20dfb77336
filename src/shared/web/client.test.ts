import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { UsersContract } from '#features/users/contract.ts'
import type { SendOptions } from '#shared/contract.ts'
import { openTab, useBrowser } from '#test/browser-tab.ts'

const browser = useBrowser()
const ann = { id: 'u1', _id: 'u1', name: 'Ann', email: 'ann@example.com', role: 'user' as const }
const bo = { ...ann, id: 'u2', _id: 'u2', name: 'Bo' }

type Sent = { call: string; token: string | null; body: unknown }
/** A server as seen from outside: it knows the tokens that are good, and answers refreshes as the test says. */
type Reply = Response | Error | (() => Promise<Response> | Response)
let sent: Sent[]
let goodTokens: Set<string>
let renewals: Reply[]
let pauses: number[]

beforeEach(() => {
  sent = []
  goodTokens = new Set()
  renewals = []
  pauses = []
})

const calls = () => sent.map(({ call, token }) => `${call} ${token}`)
const refreshes = () => sent.filter(({ call }) => call === 'POST /api/v1/auth/refresh-token')

function failure(status: number, message: string): Response {
  return Response.json({ success: false, statusCode: status, message, code: 'X' }, { status })
}

/** A refresh that gives a token which is good from then on. */
function renewal(approvalToken: string): Reply {
  return () => {
    goodTokens.add(approvalToken)
    return Response.json({ success: true, approvalToken, data: { approvalToken } })
  }
}

async function serve(url: string, init: RequestInit): Promise<Response> {
  const token = new Headers(init.headers).get('authorization')
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  sent.push({ call: `${init.method} ${url}`, token, body })
  if (url.endsWith('/auth/refresh-token')) {
    const next = renewals.shift() ?? failure(401, 'Your session has ended. Please log in again.')
    if (next instanceof Error) throw next
    return typeof next === 'function' ? next() : next
  }
  if (token !== null && goodTokens.has(token)) return Response.json({ success: true, data: { ...ann } })
  return failure(401, 'Unauthorized. Please log in.')
}

type TabOptions = { locks?: Pick<LockManager, 'request'> | undefined; fetch?: typeof serve }

/** A tab with a client of its own; the browser's locks are common to all, as the stored token is. */
async function aTab({ fetch = serve, ...options }: TabOptions = {}) {
  const { createClient, ...session } = await openTab()
  session.startSession()
  const send = createClient({
    session,
    fetch: (url, init = {}) => fetch(String(url), init),
    locks: 'locks' in options ? options.locks : navigator.locks,
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
    },
  })
  return { ...session, me: (how?: SendOptions) => send<UsersContract['me']>('GET /users/me', {}, how) }
}

function signedIn(token = 'old', user = ann): void {
  browser.local.fill({ theme: 'dark', token, user: JSON.stringify(user) })
}

const noResponse = new TypeError('Failed to fetch')

describe('a request', () => {
  test('carries the stored token raw', async () => {
    signedIn('good')
    goodTokens.add('good')
    const { me } = await aTab()
    expect((await me()).data).toEqual(ann)
    expect(sent).toEqual([{ call: 'GET /api/v1/users/me', token: 'good', body: undefined }])
  })

  test('with a token of its own leaves the session alone, whatever the answer', async () => {
    signedIn('good')
    const { me, currentLogin } = await aTab()
    await expect(me({ token: 'of-a-mail' })).rejects.toThrow('Unauthorized. Please log in.')
    expect(calls()).toEqual(['GET /api/v1/users/me of-a-mail'])
    expect(currentLogin()?.token).toBe('good')
  })

  test('of a visitor is never refreshed', async () => {
    const { me } = await aTab()
    await expect(me()).rejects.toThrow('Unauthorized. Please log in.')
    expect(calls()).toEqual(['GET /api/v1/users/me null'])
    expect(browser.visits).toEqual([])
  })

  test.each([
    [403, 'Unauthorized by the seller'],
    [400, 'upstream: UNAUTHORIZED'],
    [404, 'unauthorized'],
    [500, 'Unauthorized'],
    [503, 'unauthorized'],
    [401, 'Invalid username or password'],
  ])('answered %i "%s" is not refreshed', async (status, message) => {
    signedIn()
    const { me, currentLogin } = await aTab({
      fetch: (...request) => serve(...request).then(() => failure(status, message)),
    })
    await expect(me()).rejects.toMatchObject({ status, message })
    expect(sent).toHaveLength(1)
    expect(currentLogin()?.token).toBe('old')
  })
})

describe('a token that has run out', () => {
  test.each(['Unauthorized. Please log in.', 'unauthorized', 'You are UNAUTHORIZED here'])(
    'is refreshed and the request repeated: "%s"',
    async (message) => {
      signedIn()
      renewals = [renewal('new')]
      const fetch = async (url: string, init: RequestInit) => {
        const response = await serve(url, init)
        return response.status === 401 ? failure(401, message) : response
      }
      const { me } = await aTab({ fetch })
      expect((await me()).data).toEqual(ann)
      expect(calls()).toEqual([
        'GET /api/v1/users/me old',
        'POST /api/v1/auth/refresh-token null',
        'GET /api/v1/users/me new',
      ])
      expect(browser.local.entries()).toEqual({ theme: 'dark', token: 'new', user: JSON.stringify(ann) })
    },
  )

  test('is refreshed by a token in data alone', async () => {
    signedIn()
    goodTokens.add('new')
    renewals = [Response.json({ data: { approvalToken: 'new' } })]
    const { me } = await aTab()
    await me()
    expect(browser.local.getItem('token')).toBe('new')
  })

  test('is refreshed once: a second refusal passes on', async () => {
    signedIn()
    renewals = [Response.json({ approvalToken: 'bad-too' }), renewal('new')]
    const { me } = await aTab()
    await expect(me()).rejects.toThrow('Unauthorized. Please log in.')
    expect(refreshes()).toHaveLength(1)
    expect(sent).toHaveLength(3)
    expect(browser.local.getItem('token')).toBe('bad-too')
  })

  test.each([{ locks: true }, { locks: false }])(
    'is refreshed once for twenty requests at a time, with locks: $locks',
    async ({ locks }) => {
      signedIn()
      renewals = [renewal('new')]
      const { me } = await aTab(locks ? {} : { locks: undefined })
      const answers = await Promise.all(Array.from({ length: 20 }, () => me()))
      expect(answers.every(({ data }) => data.id === 'u1')).toBe(true)
      expect(refreshes()).toHaveLength(1)
    },
  )

  test('is refreshed once for five tabs at a time', async () => {
    signedIn()
    renewals = [renewal('new')]
    const tabs = await Promise.all(Array.from({ length: 5 }, () => aTab()))
    await Promise.all(tabs.map(({ me }) => me()))
    expect(refreshes()).toHaveLength(1)
    expect(calls().filter((call) => call === 'GET /api/v1/users/me new')).toHaveLength(5)
  })

  test('is not refreshed when another tab has done it while the request was out', async () => {
    signedIn()
    goodTokens.add('newer')
    const { me } = await aTab({
      fetch: (url, init) => {
        browser.local.setItem('token', 'newer')
        return serve(url, init)
      },
    })
    await me()
    expect(calls()).toEqual(['GET /api/v1/users/me old', 'GET /api/v1/users/me newer'])
  })
})

describe('a session that has ended', () => {
  test('refused: both are removed, the login page comes, and the error says so', async () => {
    signedIn()
    renewals = [failure(401, 'Your session has ended. Please log in again.')]
    const { me } = await aTab()
    await expect(me()).rejects.toMatchObject({ name: 'RequestError', message: 'Failed to refresh token' })
    expect(browser.local.entries()).toEqual({ theme: 'dark' })
    expect(browser.visits).toEqual(['/login'])
    expect(browser.session.getItem('remembered-location')).toBe('/popular?view=compact#top')
    expect(sent).toHaveLength(2)
  })

  test.each([400, 403, 404, 409])('%i is as definite', async (status) => {
    signedIn()
    renewals = [failure(status, 'No.')]
    const { me } = await aTab()
    await expect(me()).rejects.toThrow('Failed to refresh token')
    expect(browser.visits).toEqual(['/login'])
    expect(refreshes()).toHaveLength(1)
  })

  test.each([{}, { data: {} }, { data: null }, { approvalToken: '' }, { approvalToken: null }, [], null])(
    'no token in %j: both are removed, Home comes, the error is the first one',
    async (body) => {
      signedIn()
      renewals = [Response.json(body)]
      const { me } = await aTab()
      await expect(me()).rejects.toThrow('Unauthorized. Please log in.')
      expect(browser.local.entries()).toEqual({ theme: 'dark' })
      expect(browser.visits).toEqual(['/'])
      expect(browser.session.entries()).toEqual({})
    },
  )

  test('five tabs send one refresh, and the one that sent it leaves', async () => {
    signedIn()
    renewals = [failure(401, 'No.')]
    const tabs = await Promise.all(Array.from({ length: 5 }, () => aTab()))
    const ends = await Promise.allSettled(tabs.map(({ me }) => me()))
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
    expect(refreshes()).toHaveLength(1)
    expect(browser.visits).toEqual(['/login'])
  })

  test('a quiet request leaves the visitor where he is', async () => {
    signedIn()
    const { me, sessionNow } = await aTab()
    await expect(me({ isQuiet: true })).rejects.toThrow('Failed to refresh token')
    expect([browser.local.entries(), browser.visits]).toEqual([{ theme: 'dark' }, []])
    expect(sessionNow()).toEqual({ status: 'visitor' })
  })

  test('a quiet request beside one that somebody waits for does not', async () => {
    signedIn()
    const { me } = await aTab()
    await Promise.allSettled([me({ isQuiet: true }), me()])
    expect(browser.visits).toEqual(['/login'])
  })
})

describe('an outage during a refresh', () => {
  const outages: [name: string, reply: () => Reply][] = [
    ['no network', () => noResponse],
    ['408', () => failure(408, 'Slow.')],
    ['429', () => failure(429, 'Too many attempts. Please try again later.')],
    ['500', () => failure(500, 'Something went wrong!')],
    ['502', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['503', () => failure(503, 'The site is busy. Please try again in a moment.')],
    ['504', () => new Response('', { status: 504 })],
    ['a page of somebody else', () => new Response('<html>Log in to the hotel network</html>')],
    ['an empty answer', () => new Response('')],
  ]

  test.each(outages)('%s: is tried three times, then fails the request alone', async (_name, outage) => {
    signedIn()
    const before = browser.local.entries()
    renewals = [outage(), outage(), outage(), renewal('new')]
    const { me, sessionNow } = await aTab()
    const error: unknown = await me().catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'Error', message: 'Failed to refresh token' }) // as when nothing answered
    expect(refreshes()).toHaveLength(3)
    expect(pauses.slice(0, 2)).toEqual([500, 1500])
    expect(browser.local.entries()).toEqual(before)
    expect([sessionNow().status, browser.visits]).toEqual(['member', []])
  })

  test.each(outages)('%s: is over at the second or third try', async (_name, outage) => {
    for (const times of [1, 2]) {
      signedIn()
      renewals = [...Array.from({ length: times }, outage), renewal(`new-${times}`)]
      const { me } = await aTab()
      expect((await me()).data).toEqual(ann)
      expect(browser.local.getItem('token')).toBe(`new-${times}`)
    }
    expect(browser.visits).toEqual([])
  })

  test('once it is over, the next request is refreshed', async () => {
    signedIn()
    renewals = [noResponse, noResponse, noResponse, renewal('new')]
    const { me } = await aTab()
    await expect(me()).rejects.toThrow()
    expect((await me()).data).toEqual(ann)
  })

  test('a lock that never comes fails the request alone', async () => {
    signedIn()
    const request = () => Promise.reject(new DOMException('Waited too long', 'TimeoutError'))
    const { me, currentLogin } = await aTab({ locks: { request } })
    await expect(me()).rejects.toThrow('Failed to refresh token')
    expect([currentLogin()?.token, sent.length, browser.visits]).toEqual(['old', 1, []])
  })
})

describe('while a refresh is out', () => {
  /** Answers only when the test says so. */
  function held(answer: Reply) {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    renewals = [
      async () => {
        await gate
        return typeof answer === 'function' ? answer() : Promise.resolve(answer as Response)
      },
    ]
    return release
  }

  test.each([
    ['a good answer', renewal('new')],
    ['a refusal', failure(401, 'No.')],
    ['no token', Response.json({})],
  ])('a logout elsewhere stays a logout: %s', async (_name, answer) => {
    signedIn()
    const release = held(answer)
    const { me } = await aTab()
    const asked = me().catch((error) => error)
    await vi.waitFor(() => expect(refreshes()).toHaveLength(1))
    browser.local.fill({ theme: 'dark' })
    release()
    expect(await asked).toBeInstanceOf(Error)
    expect(browser.local.entries()).toEqual({ theme: 'dark' })
    expect(browser.visits).toEqual([])
  })

  test.each([
    ['a good answer', renewal('new')],
    ['a refusal', failure(401, 'No.')],
  ])('another person’s login stays: %s', async (_name, answer) => {
    signedIn()
    const release = held(answer)
    const { me } = await aTab()
    const asked = me().catch((error) => error)
    await vi.waitFor(() => expect(refreshes()).toHaveLength(1))
    signedIn('bos', bo)
    release()
    expect(await asked).toBeInstanceOf(Error)
    expect(browser.local.getItem('token')).toBe('bos')
    expect(sent.some(({ token }) => token === 'bos')).toBe(false) // nothing is repeated in another's name
    expect(browser.visits).toEqual([])
  })
})
