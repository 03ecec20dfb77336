import { expect, test } from 'vitest'
import { formatKeptTime, getKeptPageKey, isPageFile, listAssets, mayKeep } from './kept-pages.ts'

const keyOf = (address: string) => getKeptPageKey(new URL(address, 'http://localhost'))

test.each([
  ['/', '/'],
  ['/popular', '/popular'],
  ['/popular?search=coat&page=2', '/popular?search=coat&page=2'],
  ['/product/weidian/7229418055', '/product/weidian/7229418055'],
  ['/product/weidian/7229418055?sku=12', '/product/weidian/7229418055'],
  ['/haul', '/haul'],
])('%s is kept as %s', (address, key) => {
  expect(keyOf(address)).toBe(key)
})

test.each([
  '/?refused=SHORT_LINK&link=https%3A%2F%2Fm.tb.cn%2Fh.abc',
  '/collection',
  '/login',
  '/register',
  '/change-password',
  '/reset-password?token=secret',
  '/verify-email?token=secret',
  '/unlock?token=secret',
  '/auth/google?code=secret',
  '/dashboard',
  '/dashboard/users',
  '/convert?text=hello',
  '/estimation?weight=1200',
  '/product/weidian/7229418055?host=elsewhere.example',
  '/product/weidian/7229418055?sku=12&host=elsewhere.example',
  '/product/weidian/7229418055/card.jpg',
  '/api/v1/users/me',
  '/go',
  '/offline',
])('%s is never kept as a page', (address) => {
  expect(keyOf(address)).toBeUndefined()
})

test('only what the server lets everybody keep may be kept', () => {
  expect(mayKeep('public, max-age=0, must-revalidate')).toBe(true)
  expect(mayKeep('public, max-age=31536000, immutable')).toBe(true)
  for (const header of [null, '', 'no-store', 'private, no-store', 'private, max-age=60', 'public, no-store'])
    expect(mayKeep(header)).toBe(false)
})

test('files of pages are told from calls and other files', () => {
  const isFile = (path: string) => isPageFile(new URL(path, 'http://localhost'))
  for (const path of ['/assets/a-1.js', '/img/x/320/a.webp', '/agents/kakobuy.svg', '/offline.css'])
    expect([path, isFile(path)]).toEqual([path, true])
  for (const path of ['/api/v1/users/me', '/extension.zip', '/sw.js', '/manifest.webmanifest', '/xassets/a'])
    expect([path, isFile(path)]).toEqual([path, false])
})

test('lists the files that a page names, each once', () => {
  const html =
    '<link rel="stylesheet" href="/assets/a~b-1.css"><script src="/assets/c.js"></script><link href="/assets/c.js">'
  expect(listAssets(html)).toEqual(['/assets/a~b-1.css', '/assets/c.js'])
  expect(listAssets('<p>nothing</p>')).toEqual([])
})

test('writes the time of a copy', () => {
  expect(formatKeptTime(new Date(2026, 10, 28, 14, 5).getTime())).toBe('Saved copy of 28 Nov 2026, 14:05')
})
