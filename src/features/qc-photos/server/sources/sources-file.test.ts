import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listImageHosts } from '#shared/server/outbound/described-sources/described-source.ts'
import { loadSources, parseSources } from './sources-file.ts'

const config = {
  name: 'Archive',
  shape: 'variants',
  url: 'https://qc.example/products/{marketplace}/{id}/photos',
  marketplaces: { weidian: 'WEIDIAN', taobao: 'TAOBAO' },
}
const read = (more: object = {}, secrets: Record<string, string> = {}) =>
  parseSources({ sources: [{ ...config, ...more }] }, (name) => secrets[name])
const key = { shopType: 'weidian' as const, itemId: '7711603445' }

describe('a source in the file', () => {
  test('a source is queried at the URL of its template', () => {
    const [source] = read()
    expect(source?.buildUrl(key)).toBe('https://qc.example/products/WEIDIAN/7711603445/photos')
    expect([source?.covers('weidian'), source?.covers('ali_1688')]).toEqual([true, false])
    expect([source?.name, source?.breaker]).toEqual(['Archive', 'qc Archive'])
  })

  test('a template may contain the URL of the item', () => {
    const [source] = read({ url: 'https://qc.example/api?url={url}' })
    expect(source?.buildUrl(key)).toBe(
      'https://qc.example/api?url=https%3A%2F%2Fweidian.com%2Fitem.html%3FitemID%3D7711603445',
    )
  })

  test('secrets come from environment variables', () => {
    const more = {
      url: 'https://qc.example/api?id={id}&token={$QC_TOKEN}',
      headers: { 'X-API-Key': '{$QC_KEY}', referer: 'https://qc.example/' },
    }
    const [source] = read(more, { QC_TOKEN: 't0ken', QC_KEY: 'k3y' })
    expect(source?.buildUrl(key)).toBe('https://qc.example/api?id=7711603445&token=t0ken')
    expect(source?.headers).toEqual({ 'x-api-key': 'k3y', referer: 'https://qc.example/' })
  })

  test('a source may use its own format for the id of an item', () => {
    const more = {
      shape: 'images',
      itemIdAt: 'spu',
      idForm: '{marketplace}{id}',
      marketplaces: { weidian: 'WD' },
    }
    const [source] = read(more)
    const photos = ['https://img.example/a.jpg']
    expect(source?.read({ spu: 'WD7711603445', data: photos }, key, 0)).toHaveLength(1)
    expect(() => source?.read({ spu: '7711603445', data: photos }, key, 0)).toThrow('another item')
  })

  test('a source may have its own image hosts', () => {
    const hosts = ['cdn.qc.example', 'http://localhost:4125']
    expect(listImageHosts(read({ imageHosts: hosts }))).toEqual(hosts)
  })
})

test.each([
  ['no list', {}, 'sources is missing.'],
  ['nothing', null, 'It '],
  ['an unknown field', { sources: [{ ...config, secret: 'x' }] }, 'sources.0 unrecognized key: "secret".'],
  ['no name', { sources: [{ ...config, name: '' }] }, 'sources.0.name must not be empty.'],
  [
    'an unknown shape',
    { sources: [{ ...config, shape: 'tree' }] },
    'sources.0.shape must be images, variants, agents.',
  ],
  ['no marketplace', { sources: [{ ...config, marketplaces: {} }] }, 'sources.0.marketplaces must name one.'],
  [
    'an unknown marketplace',
    { sources: [{ ...config, marketplaces: { ebay: 'E' } }] },
    'sources.0.marketplaces',
  ],
  ['one name twice', { sources: [config, config] }, 'sources must all have different names.'],
  [
    'the name of the first source',
    { sources: [{ ...config, name: 'Outside QC source' }] },
    'sources must all have different names.',
  ],
  [
    'an invalid path',
    { sources: [{ ...config, photosAt: 'a..b c' }] },
    'sources.0.photosAt must be names with dots between them.',
  ],
  [
    'an invalid host',
    { sources: [{ ...config, imageHosts: ['*'] }] },
    'sources.0.imageHosts.0 must be a host or an origin.',
  ],
  ['an invalid header', { sources: [{ ...config, headers: { 'a b': 'x' } }] }, 'sources.0.headers'],
  [
    'a header of two lines',
    { sources: [{ ...config, headers: { a: 'x\r\ny: z' } }] },
    'sources.0.headers.a must be one plain line.',
  ],
  [
    'no http',
    { sources: [{ ...config, url: 'file:///etc/{id}' }] },
    'The url of Archive must be an http(s) address.',
  ],
  [
    'a password',
    { sources: [{ ...config, url: 'https://a:b@qc.example/{id}' }] },
    'The url of Archive must not contain a user name or password.',
  ],
  [
    'an item in the host',
    { sources: [{ ...config, url: 'https://{id}.qc.example/' }] },
    'The url of Archive must have a host without placeholders.',
  ],
  [
    'no item',
    { sources: [{ ...config, url: 'https://qc.example/feed' }] },
    'The url of Archive must contain {id} or {url}.',
  ],
  [
    'an unknown placeholder',
    { sources: [{ ...config, url: 'https://qc.example/{id}/{page}' }] },
    'The url of Archive may contain only the placeholders {id}, {marketplace} and {url}.',
  ],
  [
    'a secret that is not set',
    { sources: [{ ...config, headers: { a: '{$QC_KEY}' } }] },
    'Archive needs QC_KEY, which is not set.',
  ],
])('throws an Error with one line for %s', (_case, content, line) => {
  const parse = () => parseSources(content, () => undefined)
  expect(parse).toThrow('QC_SOURCES is wrong. ')
  expect(parse).toThrow(line)
})

describe('the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qc-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('sources of the file are added to the source of the URL', () => {
    const path = file('good.json', JSON.stringify({ sources: [config] }))
    const sources = loadSources({ url: 'https://qc.example/first', path }, () => undefined)
    expect(sources.map(({ name }) => name)).toEqual(['Outside QC source', 'Archive'])
    expect(sources[0]?.buildUrl(key)).toBe('https://qc.example/first?shopType=weidian&goodsId=7711603445')
    expect(loadSources({ url: undefined, path: undefined }, () => undefined)).toEqual([])
  })

  test('throws an Error with one line when the file is missing or not JSON', () => {
    const missing = join(folder, 'missing.json')
    expect(() => loadSources({ url: undefined, path: missing }, () => undefined)).toThrow(
      `QC_SOURCES is wrong. ${missing} cannot be read.`,
    )
    const cut = file('cut.json', '{"sources": [')
    expect(() => loadSources({ url: undefined, path: cut }, () => undefined)).toThrow(
      `QC_SOURCES is wrong. ${cut} is not JSON.`,
    )
    rmSync(folder, { recursive: true })
  })
})
