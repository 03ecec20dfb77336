import { expect, test } from 'vitest'
import { storageKeys } from '#shared/storage-keys.ts'
import { headScript } from './before-paint.ts'

test('the head script uses the storage keys of the specification and nothing outside of itself', () => {
  const listKeys = (method: string) => {
    const calls = headScript.matchAll(new RegExp(`localStorage\\.${method}\\(["']([\\w-]+)["']`, 'g'))
    return new Set([...calls].map(([, key]) => key))
  }
  expect(listKeys('getItem')).toEqual(
    new Set([
      storageKeys.theme,
      storageKeys.look,
      storageKeys.country,
      storageKeys.haul,
      storageKeys.linkHints,
      storageKeys.token,
      storageKeys.user,
    ]),
  )
  expect(listKeys('removeItem')).toEqual(new Set([storageKeys.token, storageKeys.user]))
  expect(headScript).not.toMatch(/import|require|__vite/)
})

/** Runs the script with only what a browser has; returns the session, the attributes and the remaining storage. */
function runHeadScript(
  stored: Record<string, string>,
  { language = 'en', offset = 0, reason = null as string | null, notice = null as string | null } = {},
) {
  const remaining = new Map(Object.entries(stored))
  const localStorage = {
    getItem: (key: string) => remaining.get(key) ?? null,
    removeItem: (key: string) => remaining.delete(key),
  }
  const dataset: Record<string, string> = { session: 'admin' }
  const attributes = new Map<string, boolean>()
  const documentElement = {
    dataset,
    toggleAttribute: (name: string, isOn: boolean) => attributes.set(name, isOn),
  }
  const document = { documentElement, querySelector: () => null }
  const matchMedia = () => ({ matches: false })
  class LocalDate {
    getTimezoneOffset = () => offset
  }
  const sessionStorage = { getItem: (key: string) => (key === 'handed-over' ? notice : reason) }
  const page = {
    localStorage,
    sessionStorage,
    document,
    matchMedia,
    navigator: { language },
    Date: LocalDate,
    location: { pathname: '/product/taobao/12' },
  }
  new Function(...Object.keys(page), headScript)(...Object.values(page))
  const { session, theme, look: photoLook, loginNotice } = dataset
  return {
    session,
    theme,
    look: photoLook,
    hasCountry: attributes.get('data-ship-to'),
    hasHaul: 'haul' in dataset,
    hasHints: attributes.get('data-hints'),
    hasLoginReason: attributes.get('data-login-reason'),
    loginNotice,
    remaining: Object.fromEntries(remaining),
  }
}

test('reserves space for the reason to log in when there is one', () => {
  expect(runHeadScript({}, { reason: '{"act":"watch"}' })).toMatchObject({ hasLoginReason: true })
  expect(runHeadScript({})).toMatchObject({ hasLoginReason: false })
})

test('names the notice for the login page when there is one', () => {
  expect(runHeadScript({}, { notice: 'changed' })).toMatchObject({ loginNotice: 'changed' })
  expect(runHeadScript({})).toMatchObject({ loginNotice: undefined })
})

test.each(['user', 'admin'])('a stored %s is logged in', (role) => {
  const stored = { theme: 'dark', token: 'a-token', user: JSON.stringify({ id: '1', role }) }
  expect(runHeadScript(stored)).toMatchObject({ session: role, theme: 'dark', remaining: stored })
})

test.each(['5', '{bad', '[]', 'null', '', '"admin"', '{}', '{"role":"root"}', '{"role":["admin"]}'])(
  'an invalid stored user %j is removed with the token',
  (user) => {
    const stored = { theme: 'dark', token: 'a-token', user }
    expect(runHeadScript(stored)).toMatchObject({
      session: undefined,
      theme: 'dark',
      remaining: { theme: 'dark' },
    })
  },
)

test('a user with an empty token is removed', () => {
  expect(runHeadScript({ token: '', user: '{"role":"user"}' })).toMatchObject({
    session: undefined,
    theme: 'light',
    remaining: {},
  })
})

test.each([{}, { token: 'a-token' }, { user: '{"role":"user"}' }])(
  'an incomplete login counts as a visitor and stays stored',
  (stored) => {
    expect(runHeadScript(stored)).toMatchObject({ session: undefined, theme: 'light', remaining: stored })
  },
)

test.each([
  [
    { look: 'reality', country: 'DE' },
    { look: 'reality', hasCountry: true, hasHaul: false },
  ],
  [
    { look: 'advert', country: 'Germany' },
    { look: 'listing', hasCountry: false },
  ],
  [{ haul: '1DE\t8\t' }, { hasHaul: false }],
  [{ haul: '1DE\t8\t\nScarf\t180' }, { hasHaul: true }],
  [{ 'link-hints': '[["taobao/12",{"title":"Hoodie"}]]' }, { hasHints: true }],
  [{ 'link-hints': '[["taobao/123",{"title":"Hoodie"}]]' }, { hasHints: false }],
  [{}, { look: 'listing', hasCountry: false, hasHaul: false, hasHints: false }],
])('%j is applied before the first paint', (stored, expected) => {
  expect(runHeadScript(stored)).toMatchObject(expected)
})

test.each([
  [{ language: 'en-US' }, true],
  [{ language: 'zh-Hant-TW' }, true],
  [{ offset: -60 }, true],
  [{ language: 'en' }, false],
  [{ language: 'zh-Hans' }, false],
  [{ language: 'es-419' }, false],
])('a device with %j allows a guess of the country: %s', (device, hasCountry) => {
  expect(runHeadScript({}, device)).toMatchObject({ hasCountry })
})
