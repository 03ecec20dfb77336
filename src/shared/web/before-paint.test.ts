import { expect, test } from 'vitest'
import { storageKeys } from '#shared/storage-keys.ts'
import { headScript } from './before-paint.ts'

test('the script in the head uses the keys of the specification and nothing outside of itself', () => {
  const listKeys = (method: string) => {
    const calls = headScript.matchAll(new RegExp(`localStorage\\.${method}\\(["'](\\w+)["']`, 'g'))
    return new Set([...calls].map(([, key]) => key))
  }
  expect(listKeys('getItem')).toEqual(
    new Set([
      storageKeys.theme,
      storageKeys.look,
      storageKeys.country,
      storageKeys.haul,
      storageKeys.token,
      storageKeys.user,
    ]),
  )
  expect(listKeys('removeItem')).toEqual(new Set([storageKeys.token, storageKeys.user]))
  expect(headScript).not.toMatch(/import|require|__vite/)
})

/** Runs the script as the head does, with only what a browser has; gives back the session and what is left stored. */
function runHeadScript(
  stored: Record<string, string>,
  { language = 'en', offset = 0, reason = null as string | null } = {},
) {
  const left = new Map(Object.entries(stored))
  const localStorage = {
    getItem: (key: string) => left.get(key) ?? null,
    removeItem: (key: string) => left.delete(key),
  }
  const dataset: Record<string, string> = { session: 'admin' }
  const shown = new Map<string, boolean>()
  const documentElement = { dataset, toggleAttribute: (name: string, isOn: boolean) => shown.set(name, isOn) }
  const document = { documentElement, querySelector: () => null }
  const matchMedia = () => ({ matches: false })
  class LocalDate {
    getTimezoneOffset = () => offset
  }
  const sessionStorage = { getItem: () => reason }
  new Function('localStorage', 'sessionStorage', 'document', 'matchMedia', 'navigator', 'Date', headScript)(
    localStorage,
    sessionStorage,
    document,
    matchMedia,
    { language },
    LocalDate,
  )
  const { session, theme, look } = dataset
  return {
    session,
    theme,
    look,
    hasCountry: shown.get('data-ship-to'),
    hasHaul: 'haul' in dataset,
    hasLoginReason: shown.get('data-login-reason'),
    left: Object.fromEntries(left),
  }
}

test('the place of the reason to log in is kept where there is one', () => {
  expect(runHeadScript({}, { reason: '{"act":"watch"}' })).toMatchObject({ hasLoginReason: true })
  expect(runHeadScript({})).toMatchObject({ hasLoginReason: false })
})

test.each(['user', 'admin'])('a stored %s is signed in', (role) => {
  const stored = { theme: 'dark', token: 'a-token', user: JSON.stringify({ id: '1', role }) }
  expect(runHeadScript(stored)).toMatchObject({ session: role, theme: 'dark', left: stored })
})

test.each(['5', '{bad', '[]', 'null', '', '"admin"', '{}', '{"role":"root"}', '{"role":["admin"]}'])(
  'a stored user %j is nobody and is removed with the token',
  (user) => {
    const stored = { theme: 'dark', token: 'a-token', user }
    expect(runHeadScript(stored)).toMatchObject({
      session: undefined,
      theme: 'dark',
      left: { theme: 'dark' },
    })
  },
)

test('a user with an empty token is removed', () => {
  expect(runHeadScript({ token: '', user: '{"role":"user"}' })).toMatchObject({
    session: undefined,
    theme: 'light',
    left: {},
  })
})

test.each([{}, { token: 'a-token' }, { user: '{"role":"user"}' }])(
  'half a login is a visitor and stays',
  (stored) => {
    expect(runHeadScript(stored)).toMatchObject({ session: undefined, theme: 'light', left: stored })
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
  [{}, { look: 'listing', hasCountry: false, hasHaul: false }],
])('%j is shown before the first paint', (stored, shown) => {
  expect(runHeadScript(stored)).toMatchObject(shown)
})

test.each([
  [{ language: 'en-US' }, true],
  [{ language: 'zh-Hant-TW' }, true],
  [{ offset: -60 }, true],
  [{ language: 'en' }, false],
  [{ language: 'zh-Hans' }, false],
  [{ language: 'es-419' }, false],
])('a device with %j will tell a country: %s', (device, hasCountry) => {
  expect(runHeadScript({}, device)).toMatchObject({ hasCountry })
})
