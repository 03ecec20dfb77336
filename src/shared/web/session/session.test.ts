import { afterEach, describe, expect, test, vi } from 'vitest'
import { openTab, useBrowser } from '#test/browser-tab.ts'
import { eventually } from '#test/eventually.ts'

const browser = useBrowser()
const ann = { id: 'u1', _id: 'u1', name: 'Ann', email: 'ann@example.com', role: 'user' as const }
const bo = { id: 'u2', _id: 'u2', name: 'Bo', email: 'bo@example.com', role: 'admin' as const }
const others = { theme: 'dark', platform: 'CNFans', platform_img: '/a.webp', url: 'https://a.example' }
const stored = { ...others, token: 'token-1', user: JSON.stringify(ann) }

const sentRequests: [string, RequestInit][] = []
function stubFetch(respond: () => Promise<Response> = async () => Response.json({})) {
  sentRequests.length = 0
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sentRequests.push([url, init])
    return respond()
  })
}

/** A tab that has just been loaded. */
async function aTab(entries: Record<string, string> = stored) {
  browser.local.fill(entries)
  const tab = await openTab()
  tab.startSession()
  return tab
}

const getToken = ({ getCurrentLogin }: Awaited<ReturnType<typeof openTab>>) => getCurrentLogin()?.token

afterEach(() => {
  vi.useRealTimers()
})

describe('the stored login at the start', () => {
  test('is a member when token and user are there', async () => {
    const tab = await aTab()
    expect(tab.getSession()).toEqual({ status: 'member', user: ann })
    expect(getToken(tab)).toBe('token-1')
    expect(browser.sessionAttribute()).toBe('user')
    expect(browser.local.entries()).toEqual(stored)
  })

  test('is a visitor when nothing is stored', async () => {
    const tab = await aTab(others)
    expect([tab.getSession(), getToken(tab), browser.sessionAttribute()]).toEqual([
      { status: 'visitor' },
      undefined,
      undefined,
    ])
  })

  const user = (change: object) => JSON.stringify({ ...ann, ...change })
  const poisoned: [name: string, token: string, user: string][] = [
    ...[
      '',
      '{bad',
      '[]',
      '5',
      'null',
      'true',
      '"admin"',
      '{}',
      '{"role":"admin"}',
      '\u0000',
      '<script>',
      '[{}]',
    ].map((text): [string, string, string] => [`user ${JSON.stringify(text)}`, 'token-1', text]),
    ['role root', 'token-1', user({ role: 'root' })],
    ['role in a list', 'token-1', user({ role: ['admin'] })],
    ['role as an object', 'token-1', user({ role: { toString: 'admin' } })],
    ['no role', 'token-1', user({ role: undefined })],
    ['id a number', 'token-1', user({ id: 7 })],
    ['no id', 'token-1', user({ id: undefined })],
    ['id empty', 'token-1', user({ id: '' })],
    ['name an object', 'token-1', user({ name: { first: 'Ann' } })],
    ['name null', 'token-1', user({ name: null })],
    ['email missing', 'token-1', user({ email: undefined })],
    ['prototype', 'token-1', '{"__proto__":{"id":"u1","name":"x","email":"y","role":"admin"}}'],
    ['a book', 'token-1', user({ name: 'x'.repeat(5000) })],
    ['token empty', '', user({})],
    ['token of two lines', 'a\nb', user({})],
    ['token with a space', 'a b', user({})],
    ['token with a scheme', 'Bearer abc', user({})],
    ['token in another script', 'токен', user({})],
    ['token of markup', '<img src=x>', user({})],
    ['token with NUL', 'a\u0000', user({})],
    ['token too long', 'x'.repeat(9000), user({})],
    ['token as JSON', '{"a":1}', user({})],
  ]
  test.each(poisoned)('%s: is a visitor, and both keys are removed', async (_name, token, user) => {
    const tab = await aTab({ ...others, token, user })
    expect(tab.getSession()).toEqual({ status: 'visitor' })
    expect(getToken(tab)).toBeUndefined()
    expect(browser.local.entries()).toEqual(others)
    expect(browser.sessionAttribute()).toBeUndefined()
  })

  test.each([{ token: 'token-1' }, { user: JSON.stringify(ann) }])(
    'an incomplete login %j is removed unless another tab completes it',
    async (half) => {
      vi.useFakeTimers()
      const tab = await aTab({ ...others, ...half })
      expect(tab.getSession().status).toBe('visitor')
      expect(browser.local.entries()).toEqual({ ...others, ...half })
      vi.runAllTimers()
      expect(browser.local.entries()).toEqual(others)
    },
  )

  test('an incomplete login becomes a login when another tab completes it', async () => {
    vi.useFakeTimers()
    const tab = await aTab({ token: 'token-1' })
    browser.local.setItem('user', JSON.stringify(ann))
    browser.otherTabWrote('user')
    vi.runAllTimers()
    expect(tab.getSession()).toEqual({ status: 'member', user: ann })
  })

  test('unknown keys of a stored user are ignored', async () => {
    const tab = await aTab({ ...stored, user: JSON.stringify({ ...ann, _id: 'other', isRoot: true }) })
    expect(tab.getSession()).toEqual({ status: 'member', user: ann })
  })
})

describe('a login', () => {
  test('is stored and applied at once', async () => {
    const tab = await aTab(others)
    const listener = vi.fn()
    tab.subscribeToSession(listener)
    tab.signIn({ approvalToken: 'token-2', user: bo })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(tab.getSession()).toEqual({ status: 'member', user: bo })
    expect(browser.local.entries()).toEqual({ ...others, token: 'token-2', user: JSON.stringify(bo) })
    expect(browser.sessionAttribute()).toBe('admin')
  })

  test('never stores the token of one user with the name of another', async () => {
    const tab = await aTab()
    const seen: unknown[] = []
    const { local } = browser
    const setItem = local.setItem.bind(local)
    vi.spyOn(local, 'setItem').mockImplementation((key, value) => {
      setItem(key, value)
      seen.push([local.getItem('token'), JSON.parse(local.getItem('user') ?? 'null').name])
    })
    tab.signIn({ approvalToken: 'token-2', user: bo })
    expect(seen).toEqual([
      [null, 'Bo'],
      ['token-2', 'Bo'],
    ])
  })

  test('lasts as long as the page when storage is not available', async () => {
    const tab = await aTab({})
    browser.local.isBlocked = true
    tab.signIn({ approvalToken: 'token-2', user: bo })
    expect([tab.getSession(), getToken(tab)]).toEqual([{ status: 'member', user: bo }, 'token-2'])
    stubFetch()
    tab.signOut()
    expect([tab.getSession().status, getToken(tab)]).toEqual(['visitor', undefined])
  })
})

describe('a logout', () => {
  test('deletes token, user and drafts, keeps the rest, and notifies the server', async () => {
    stubFetch()
    const tab = await aTab()
    browser.session.fill({ 'draft:review': '{}', 'scroll-positions': '[]' })
    tab.signOut()
    expect(browser.local.entries()).toEqual(others)
    expect(browser.session.getItem('draft:review')).toBeNull()
    await eventually(() => expect(browser.session.entries()).toEqual({ 'scroll-positions': '[]' }))
    expect(tab.getSession()).toEqual({ status: 'visitor' })
    expect(tab.hasJustLoggedOut()).toBe(true)
    expect(browser.sessionAttribute()).toBeUndefined()
    expect(sentRequests).toHaveLength(1)
    expect(sentRequests[0]?.[0]).toBe('/api/v1/auth/logout')
    expect(sentRequests[0]?.[1]).toMatchObject({
      method: 'POST',
      keepalive: true,
      headers: { authorization: 'token-1' },
    })
  })

  test('works without a connection', async () => {
    stubFetch(() => Promise.reject(new TypeError('Failed to fetch')))
    const tab = await aTab()
    tab.signOut()
    expect(browser.local.entries()).toEqual(others)
    await eventually(() => expect(sentRequests).toHaveLength(1))
  })

  test('without a login sends nothing', async () => {
    stubFetch()
    const tab = await aTab(others)
    tab.signOut()
    expect(sentRequests).toEqual([])
  })

  test('ends with the next login', async () => {
    stubFetch()
    const tab = await aTab()
    tab.signOut()
    tab.signIn({ approvalToken: 'token-2', user: bo })
    expect(tab.hasJustLoggedOut()).toBe(false)
  })
})

describe('other tabs', () => {
  test('log this tab in and out', async () => {
    const tab = await aTab(others)
    browser.local.fill(stored)
    browser.otherTabWrote('token')
    expect(tab.getSession()).toEqual({ status: 'member', user: ann })
    browser.local.fill(others)
    browser.otherTabWrote('token')
    expect(tab.getSession()).toEqual({ status: 'visitor' })
    expect(browser.sessionAttribute()).toBeUndefined()
  })

  test('clearing everything is a logout', async () => {
    const tab = await aTab()
    browser.local.fill({})
    browser.otherTabWrote(null)
    expect(tab.getSession()).toEqual({ status: 'visitor' })
  })

  test('changes of other keys do not notify listeners', async () => {
    const tab = await aTab()
    const listener = vi.fn()
    tab.subscribeToSession(listener)
    browser.otherTabWrote('theme')
    expect(listener).not.toHaveBeenCalled()
  })

  test('a logout is applied to a page restored from the back/forward cache', async () => {
    const tab = await aTab()
    browser.local.fill(others)
    browser.comeBack()
    expect(tab.getSession()).toEqual({ status: 'visitor' })
  })

  test('a new token of the same user does not notify listeners', async () => {
    const tab = await aTab()
    const listener = vi.fn()
    tab.subscribeToSession(listener)
    browser.local.setItem('token', 'token-9')
    browser.otherTabWrote('token')
    expect(listener).not.toHaveBeenCalled()
    expect(getToken(tab)).toBe('token-9')
  })
})

describe('a late response', () => {
  const login = { token: 'token-1', user: ann }

  test('replaces the token that it was requested with', async () => {
    const tab = await aTab()
    expect(tab.replaceToken(login, 'token-2')).toBe(true)
    expect(browser.local.entries()).toEqual({ ...stored, token: 'token-2' })
  })

  test.each([
    { what: 'a logout', entries: others },
    { what: 'another login', entries: { ...others, token: 'token-7', user: JSON.stringify(bo) } },
  ])('changes nothing after $what', async ({ entries }) => {
    const tab = await aTab()
    browser.local.fill(entries)
    expect(tab.replaceToken(login, 'token-2')).toBe(false)
    tab.updateSessionUser(login, { ...ann, name: 'Anne' })
    tab.endSession(login, '/login')
    expect(browser.local.entries()).toEqual(entries)
    expect(browser.visits).toEqual([])
  })

  test('corrects name and role', async () => {
    const tab = await aTab()
    tab.updateSessionUser(login, { ...ann, name: 'Anne', role: 'admin' })
    expect(tab.getSession()).toEqual({ status: 'member', user: { ...ann, name: 'Anne', role: 'admin' } })
    expect(JSON.parse(browser.local.getItem('user') ?? '')).toMatchObject({ name: 'Anne', role: 'admin' })
    expect(browser.sessionAttribute()).toBe('admin')
  })

  test('about an ended session leads to the login page, which leads back', async () => {
    const tab = await aTab()
    tab.endSession(login, '/login')
    expect(browser.local.entries()).toEqual(others)
    expect(browser.visits).toEqual(['/login'])
    expect(browser.session.entries()).toEqual({ 'remembered-location': '/popular?view=compact#top' })
    expect(tab.getSession()).toEqual({ status: 'loading' }) // guards hold still while the page is left
    browser.comeBack()
    expect(tab.getSession()).toEqual({ status: 'visitor' })
  })

  test('leaves the visitor on the page after a background call', async () => {
    const tab = await aTab()
    tab.endSession(login)
    expect([tab.getSession(), browser.visits]).toEqual([{ status: 'visitor' }, []])
  })
})
