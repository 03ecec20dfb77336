import { describe, expect, test } from 'vitest'
import { renderer } from '#main/render.tsx'
import { aProduct } from '#support/factories.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

/** Suffixes that make a cache in front of the site mistake a private page for a static file. */
const suffixes = [
  ...[
    '/x.css',
    '/x.js',
    '/x.png',
    '/.css',
    '/x/y.avif',
    ';x.js',
    ';/x.css',
    '.css',
    '.json',
    '%0a.png',
    '%00.png',
  ],
  ...[
    '%3f.css',
    '%23.css',
    '%2fx.css',
    '%2f..%2fx.css',
    '%5cx.css',
    '~x.css',
    '!.css',
    '//x.css',
    '/%2e%2e/x.css',
  ],
]
/** Pages of a single user. */
const ownPages = ['/users/viewCollection', '/dashboard', '/haul']

/** Headers that frameworks and proxies read, and that no cache has in its key. */
const unkeyed: [name: string, value: string][] = [
  ...[
    ...['x-forwarded-host', 'x-forwarded-server', 'x-host', 'x-http-host-override', 'x-original-host'],
    ...['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'client-ip'],
    ...['x-cluster-client-ip', 'fastly-client-ip', 'x-remote-ip', 'x-remote-addr', 'x-originating-ip'],
    ...['x-backend-host', 'x-proxy-host', 'x-wap-profile', 'profile', 'origin', 'referer', 'x-referer'],
  ].map((name): [string, string] => [name, 'evil.test']),
  ['forwarded', 'for=evil.test;host=evil.test;proto=http'],
  ['x-forwarded-scheme', 'http'],
  ['x-forwarded-proto', 'http'],
  ['x-forwarded-protocol', 'http'],
  ['x-forwarded-ssl', 'off'],
  ['x-scheme', 'nothttps'],
  ['x-url-scheme', 'nothttps'],
  ['front-end-https', 'off'],
  ['x-forwarded-port', '1234'],
  ['x-forwarded-prefix', '/evil'],
  ['x-forwarded-path', '/evil'],
  ['x-forwarded-uri', '/evil'],
  ['x-original-url', '/dashboard'],
  ['x-rewrite-url', '/dashboard'],
  ['x-original-uri', '/dashboard'],
  ['x-script-name', '/evil'],
  ['x-accel-redirect', '/evil'],
  ['x-http-method-override', 'POST'],
  ['x-http-method', 'POST'],
  ['x-method-override', 'DELETE'],
  ['x-middleware-prefetch', '1'],
  ['x-middleware-subrequest', 'middleware'],
  ['x-nextjs-data', '1'],
  ['rsc', '1'],
  ['x-requested-with', 'XMLHttpRequest'],
  ['x-timer', 'S1'],
  ['accept-language', 'de-DE'],
  ['user-agent', '<script>evil</script>'],
  ['cookie', 'session=evil; theme=evil'],
  ['authorization', 'Bearer evil'],
  ['range', 'bytes=0-10'],
  ['if-range', '"evil"'],
  ['pragma', 'evil'],
  ['cache-control', 'evil'],
  ['via', '1.1 evil.test'],
  ['te', 'trailers'],
  ['dnt', '1'],
  ['save-data', 'on'],
  ['sec-ch-ua', '"evil"'],
]

/** The page without its rendering time. */
const removeTimestamps = (html: string) => html.replaceAll(/\b1\d{12}\b/g, 'MOMENT')

describe('a cache in front of a site that trusts its proxy', () => {
  const database = useDatabase()
  const app = useApp(database, { renderer, env: { TRUST_PROXY: 'on' } })
  const visit = (path: string, headers: Record<string, string> = {}) =>
    app().send(path, { headers: { accept: 'text/html', ...headers } })

  test('never stores a private page as a static file', async () => {
    for (const suffix of suffixes) {
      for (const page of ownPages) {
        const { status, headers, text } = await visit(page + suffix, { cookie: 'session=some-user' })
        expect([page + suffix, status]).toEqual([page + suffix, 404])
        expect([page + suffix, headers['cache-control']]).toEqual([page + suffix, 'no-store'])
        expect(text).not.toContain('some-user')
      }
    }
  })

  test('stores the same page whatever unkeyed headers are sent', async () => {
    await aProduct(database.db, { shopType: 'taobao', itemId: '990000000001', name: 'Small bag' })
    expect(new Set(unkeyed.map(([name]) => name)).size).toBeGreaterThanOrEqual(60)
    for (const path of ['/', '/product/taobao/990000000001']) {
      const plain = removeTimestamps((await visit(path)).text)
      for (const [name, value] of unkeyed) {
        await app().invalidation.publish([[]])
        const rendered = await visit(path, { [name]: value }) // with the header, then from the site's cache
        const again = await visit(path)
        expect([name, rendered.status, again.status]).toEqual([name, 200, 200])
        expect([name, removeTimestamps(rendered.text) === plain]).toEqual([name, true])
        expect(again.text).toBe(rendered.text)
        expect(rendered.headers.location).toBeUndefined()
        expect(JSON.stringify(rendered.headers)).not.toContain('evil')
      }
    }
  })
})
