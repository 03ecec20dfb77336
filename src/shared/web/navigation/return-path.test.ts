import { describe, expect, test } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { deleteReturnPath, findAllowedPath, saveReturnPath, takeReturnPath } from './return-path.ts'

const browser = useBrowser()
const origin = 'https://chopmark.example'

/** URLs that lead off the site, or try to. */
const foreign = [
  'https://evil.example',
  'https://evil.example/popular',
  'http://chopmark.example/popular',
  'https://chopmark.example.evil.example/',
  'https://chopmark.example:8443/',
  'https://chopmark.example@evil.example/',
  'https://user:secret@evil.example/',
  'https:evil.example/\\@',
  'HTTPS://EVIL.EXAMPLE',
  '//evil.example',
  '//evil.example/popular',
  '///evil.example',
  '////evil.example',
  '//chopmark.example.evil.example',
  '//evil.example:443',
  '//evil%2eexample',
  '//user@evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '\\evil.example',
  '/popular\\..\\..\\evil',
  '/..//evil.example',
  '/.//evil.example',
  '/popular/..//evil.example',
  '/%2e%2e//evil.example',
  '/a/../..//evil.example/x',
  'popular/../..//evil.example',
  'https://chopmark.example//evil.example',
  'https://chopmark.example/..//evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/popular\r\nSet-Cookie: a=b',
  '/popular\u0000',
  '\u0000//evil.example',
  '/\u0001/evil.example',
  '/\u007f/evil.example',
  '/\u0085/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'javascript://chopmark.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://chopmark.example/7d2f',
  'filesystem:https://chopmark.example/temporary/x',
  'about:blank',
  'mailto:a@example.com',
  'view-source:https://chopmark.example/',
  'ftp://chopmark.example/',
  'wss://chopmark.example/',
  'http://[::1]/',
  'https://',
  'https://%',
  `/${'a'.repeat(5000)}`,
  '',
]

/** URLs of pages that are useless right after a login. */
const loginRelated = [
  '/login',
  '/login/',
  '/login?next=/popular',
  '/login#forgot-password',
  '/popular/../login',
  '/register',
  '/reset-password?id=1&token=2',
  '/verify-email?token=2',
  '/unlock?token=2',
  '/setup?token=2',
  '/auth/google#id_token=x',
  '/api/v1/auth/logout',
  '/api/v1',
  'https://chopmark.example/login',
]

const forAdmins = [
  '/dashboard',
  '/dashboard/',
  '/dashboard/admin-home',
  '/dashboard/users?page=2',
  '/x/../dashboard',
]

const allowed: [text: string, path: string][] = [
  ['/', '/'],
  ['/popular', '/popular'],
  ['/popular?view=compact&MinPrice=10', '/popular?view=compact&MinPrice=10'],
  ['/product/taobao/990000000001#reviews', '/product/taobao/990000000001#reviews'],
  ['/change-password', '/change-password'],
  ['/collection', '/collection'],
  ['https://chopmark.example/tools', '/tools'],
  ['https://ann:secret@chopmark.example/tools', '/tools'],
  ['/a/../tools', '/tools'],
  ['tools', '/tools'],
  ['?view=compact', '/?view=compact'],
  ['/popular?back=//evil.example', '/popular?back=//evil.example'],
  ['/popular#//evil.example', '/popular#//evil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/%2fevil.example', '/%2fevil.example'],
  ['/evil.example', '/evil.example'],
  ['/loginless', '/loginless'],
  ['/dashboards', '/dashboards'],
]

describe('the return path of a login', () => {
  test.each(foreign)('%j is not allowed', (text) => {
    expect(findAllowedPath(text, { origin, role: 'admin' })).toBeUndefined()
  })

  test.each(loginRelated)('%j is not allowed', (text) => {
    expect(findAllowedPath(text, { origin, role: 'admin' })).toBeUndefined()
  })

  test.each(forAdmins)('%j is allowed for admins only', (text) => {
    expect(findAllowedPath(text, { origin, role: 'user' })).toBeUndefined()
    expect(findAllowedPath(text, { origin, role: 'admin' })).toMatch(/^\/dashboard/)
  })

  test.each(allowed)('%j leads to %s', (text, path) => {
    expect(findAllowedPath(text, { origin, role: 'user' })).toBe(path)
    expect(new URL(path, origin).origin).toBe(origin)
  })

  test('is stored in this tab only and used once', () => {
    saveReturnPath('/popular?view=compact')
    expect(browser.local.entries()).toEqual({})
    expect(takeReturnPath('user')).toBe('/popular?view=compact')
    expect(takeReturnPath('user')).toBe('/')
    expect(browser.session.entries()).toEqual({})
  })

  test.each([
    ['user', '/'],
    ['admin', '/dashboard/admin-home'],
  ] as const)('is for role %s %s by default', (role, defaultPath) => {
    expect(takeReturnPath(role)).toBe(defaultPath)
    saveReturnPath('//evil.example')
    expect(takeReturnPath(role)).toBe(defaultPath)
    saveReturnPath('/popular')
    deleteReturnPath()
    expect(takeReturnPath(role)).toBe(defaultPath)
  })

  test('of an admin is not used for a user', () => {
    saveReturnPath('/dashboard/users')
    expect(takeReturnPath('user')).toBe('/')
  })

  test('is the default when storage is not available', () => {
    browser.session.isBlocked = true
    saveReturnPath('/popular')
    expect(takeReturnPath('user')).toBe('/')
  })
})
