import { describe, expect, test } from 'vitest'
import { parseSiteOrigin, toPermissions } from './address.ts'

describe('the URL of a site', () => {
  test.each([
    ['https://chopmark.example', 'https://chopmark.example'],
    [' https://Chopmark.example/tools?x=1#y ', 'https://chopmark.example'],
    ['chopmark.example', 'https://chopmark.example'],
    ['chopmark.example:8443/x', 'https://chopmark.example:8443'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['https://localhost', 'https://localhost'],
  ])('%j is %s', (typed, origin) => expect(parseSiteOrigin(typed)).toBe(origin))

  test.each([
    '',
    'chopmark',
    'http://chopmark.example',
    'http://localhost.evil.example',
    'http://127.0.0.2',
    'javascript:alert(1)',
    'javascript://localhost/%0aalert(1)',
    'file:///etc/passwd',
    'ftp://chopmark.example',
    'chrome-extension://abcdef/panel.html',
    'https://user@chopmark.example',
    'https://user:word@localhost',
    'https://',
    'https://*/',
  ])('%j is rejected', (typed) => expect(parseSiteOrigin(typed)).toBeUndefined())

  test.each([
    ['https://chopmark.example', 'https://chopmark.example/*'],
    ['https://chopmark.example:8443', 'https://chopmark.example/*'],
    ['http://localhost:3000', 'http://localhost/*'],
  ])('%s needs only the permission %s', (origin, pattern) => {
    expect(toPermissions(origin)).toEqual({ origins: [pattern] })
  })
})
