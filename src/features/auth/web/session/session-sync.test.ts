import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ApiClient } from '#shared/contract.ts'
import { openTab, useBrowser } from '#test/browser-tab.ts'
import { eventually } from '#test/eventually.ts'

const browser = useBrowser()
const ann = { id: 'u1', _id: 'u1', name: 'Ann', email: 'ann@example.com', role: 'user' as const }
const bo = { ...ann, id: 'u2', _id: 'u2', name: 'Bo' }
const stored = { token: 'token-1', user: JSON.stringify(ann) }

afterEach(() => {
  vi.useRealTimers()
})

type TestReply = () => Promise<unknown>

/** A tab with a logged-in user; `reply` is the response to its request for the user. */
async function createTab(
  reply: TestReply,
  { entries = stored, isGuarded = false, queryClient = new QueryClient() } = {},
) {
  browser.local.fill(entries)
  const visible: (() => void)[] = []
  Object.assign(document, {
    hidden: false,
    addEventListener: (_name: string, listener: () => void) => visible.push(listener),
  })
  const becomeVisible = () => {
    for (const listener of visible) listener()
  }
  const session = await openTab()
  const { syncSession } = await import('./session-sync.ts')
  session.startSession()
  const requests: unknown[] = []
  // Only one call is made, so the test decides the response's type.
  const send = (async (route, _input, options) => {
    requests.push([route, options])
    return { data: await reply(), message: 'OK' }
  }) as ApiClient
  syncSession({ send, queryClient, isGuarded: () => isGuarded })
  return { ...session, queryClient, requests, becomeVisible }
}

const rejectSession = (message = 'Unauthorized. Please log in.') =>
  Promise.reject(Object.assign(new Error(message), { name: 'RequestError', status: 401, code: 'X' }))
const flushPromises = () => new Promise((resolve) => setTimeout(resolve))

describe('the stored user', () => {
  test('is requested once, without error messages on a public page', async () => {
    const { requests } = await createTab(async () => ann)
    expect(requests).toEqual([['GET /users/me', { isQuiet: true }]])
  })

  test('is requested with error messages on a guarded page', async () => {
    const { requests } = await createTab(async () => ann, { isGuarded: true })
    expect(requests).toEqual([['GET /users/me', { isQuiet: false }]])
  })

  test('is not requested when there is none', async () => {
    const { requests } = await createTab(async () => ann, { entries: { token: '', user: '' } })
    expect(requests).toEqual([])
  })

  test('gets name and role from the server', async () => {
    const { getSession } = await createTab(async () => ({ ...ann, name: 'Anne', role: 'admin' }))
    await eventually(() => expect(getSession().user).toEqual({ ...ann, name: 'Anne', role: 'admin' }))
  })

  test('stays when there is no response', async () => {
    const { getSession } = await createTab(() => Promise.reject(new Error('Failed to refresh token')))
    await flushPromises()
    expect(getSession().user).toEqual(ann)
    expect(browser.local.entries()).toEqual(stored)
  })

  test.each([
    { isGuarded: false, visits: [] },
    { isGuarded: true, visits: ['/login'] },
  ])('is removed when a refreshed token is rejected, guarded: $isGuarded', async ({ isGuarded, visits }) => {
    await createTab(() => rejectSession(), { isGuarded })
    await eventually(() => expect(browser.local.entries()).toEqual({}))
    expect(browser.visits).toEqual(visits)
  })

  test('stays when another user has logged in before the rejection', async () => {
    const others = { token: 'token-2', user: JSON.stringify(bo) }
    const { getSession } = await createTab(async () => {
      browser.local.fill(others)
      return rejectSession()
    })
    await flushPromises()
    expect(browser.local.entries()).toEqual(others)
    expect(getSession().user).toEqual(bo)
  })

  test('stays when the same user has logged in again before an old token is rejected', async () => {
    const newLogin = { token: 'token-2', user: JSON.stringify(ann) }
    let isFirst = true
    const { getSession, requests } = await createTab(async () => {
      if (!isFirst) return ann
      isFirst = false
      browser.local.fill(newLogin)
      return rejectSession()
    })
    await flushPromises()
    expect(browser.local.entries()).toEqual(newLogin)
    expect(getSession().user).toEqual(ann)
    expect(requests[1]).toEqual(['GET /users/me', { token: 'token-2' }])
  })

  test('is removed when the token that replaced the rejected one is rejected too', async () => {
    await createTab(async () => {
      browser.local.fill({ token: 'token-2', user: JSON.stringify(ann) })
      return rejectSession()
    })
    await eventually(() => expect(browser.local.entries()).toEqual({}))
  })

  test('is requested again when the page becomes visible after minutes', async () => {
    vi.useFakeTimers()
    const { requests, becomeVisible } = await createTab(async () => ann)
    vi.advanceTimersByTime(60_000)
    becomeVisible()
    expect(requests).toHaveLength(1)
    vi.advanceTimersByTime(121_000)
    becomeVisible()
    becomeVisible()
    expect(requests).toHaveLength(2)
  })
})

describe('cached queries', () => {
  const keep = (queryClient: QueryClient) => {
    queryClient.setQueryData(['getAllProduct'], 'as it was')
    queryClient.setQueryData(['viewCollection', ann.id], 'Ann’s')
  }
  const keys = (queryClient: QueryClient) =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)

  test.each([
    ['a logout', (tab: Awaited<ReturnType<typeof createTab>>) => tab.signOut()],
    [
      'another’s login',
      (tab: Awaited<ReturnType<typeof createTab>>) => tab.signIn({ approvalToken: 'token-2', user: bo }),
    ],
    [
      'another role',
      (tab: Awaited<ReturnType<typeof createTab>>) =>
        tab.signIn({ approvalToken: 'token-2', user: { ...ann, role: 'admin' } }),
    ],
  ])('are removed after %s', async (_name, change) => {
    vi.stubGlobal('fetch', async () => Response.json({}))
    const tab = await createTab(async () => ann)
    await flushPromises()
    keep(tab.queryClient)
    change(tab)
    expect(keys(tab.queryClient)).toEqual([])
  })

  test('are removed when another tab logs out', async () => {
    const tab = await createTab(async () => ann)
    await flushPromises()
    keep(tab.queryClient)
    browser.local.fill({})
    browser.otherTabWrote('token')
    expect(keys(tab.queryClient)).toEqual([])
  })

  test('stay for the same user with a new token or a new name', async () => {
    const tab = await createTab(async () => ann)
    await flushPromises()
    keep(tab.queryClient)
    tab.signIn({ approvalToken: 'token-2', user: { ...ann, name: 'Anne' } })
    expect(keys(tab.queryClient)).toHaveLength(2)
  })

  test('that the server rendered the page with stay for its parts that are not hydrated yet, and are invalidated', async () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData(['product', '1'], 'as rendered')
    queryClient.setQueryData(['product', '2'], 'as rendered for visitors')
    const tab = await createTab(async () => ann, { queryClient })
    await flushPromises()
    keep(queryClient)
    queryClient.setQueryData(['product', '2'], 'as Ann may see it')
    tab.signOut()
    expect(keys(queryClient)).toEqual([['product', '1']])
    expect(queryClient.getQueryState(['product', '1'])?.isInvalidated).toBe(true)
  })

  test('on a public page stay until they are loaded again, except the former user’s', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}))
    const tab = await createTab(async () => ann)
    await flushPromises()
    keep(tab.queryClient)
    const never = () => new Promise<string>(() => undefined)
    const watch = (queryKey: string[]) =>
      new QueryObserver(tab.queryClient, { queryKey, queryFn: never, staleTime: 60_000 }).subscribe(
        () => undefined,
      )
    watch(['getAllProduct'])
    watch(['viewCollection', ann.id])
    tab.signOut()
    expect(keys(tab.queryClient)).toEqual([['getAllProduct']])
    expect(tab.queryClient.getQueryState(['getAllProduct'])).toMatchObject({
      data: 'as it was',
      isInvalidated: true,
    })
  })
})
