import { expect, test } from 'vitest'
import { findPageKind, pageKinds } from './page-kind.ts'

test.each([
  ['/', 'home'],
  ['/popular', 'popular'],
  ['/popular/', 'popular'],
  ['/product/weidian/7229418055', 'product'],
  ['/product/ali_1688/abc-DEF_9', 'product'],
  ['/tools', 'tools'],
  ['/convert', 'convert'],
  ['/estimation', 'estimation'],
  ['/collection', 'collection'],
  ['/haul', 'haul'],
  ['/docs', 'docs'],
])('returns the kind of %s: %s', (path, kind) => {
  expect(findPageKind(path)).toBe(kind)
})

test('has a path for every kind', () => {
  const paths = pageKinds.map((kind) =>
    kind === 'home' ? '/' : kind === 'product' ? '/product/taobao/1' : `/${kind}`,
  )
  expect(paths.map(findPageKind)).toEqual([...pageKinds])
})

test.each([
  '/reset-password',
  '/verify-email',
  '/unlock',
  '/setup',
  '/auth/google',
  '/login',
  '/register',
  '/change-password',
  '/dashboard',
  '/dashboard/admin-home',
  '/dashboard/popular',
  '/go',
  '/nowhere',
  '//popular',
  '/popular?MinPrice=3',
  '/popular#top',
  '/POPULAR',
  '/popular\n',
  '/product',
  '/product/taobao',
  '/product/taobao/1/2',
  '/product/taobao/a b',
  '/product/taobao/%2e%2e',
  `/product/taobao/${'1'.repeat(65)}`,
  'popular',
  '',
])('returns undefined for %s', (path) => {
  expect(findPageKind(path)).toBeUndefined()
})
