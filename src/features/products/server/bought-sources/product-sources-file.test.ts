import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProductSources, parseProductSources } from './product-sources-file.ts'

const config = {
  name: 'Seller',
  url: 'https://data.example/{marketplace}/item?id={id}&key={$KEY}',
  marketplaces: { taobao: 'taobao', weidian: 'micro' },
  titleAt: 'title',
}
const key = { shopType: 'weidian' as const, itemId: '7711603445' }
const read = (more: object, secrets: Record<string, string> = { KEY: 'k3y' }) =>
  parseProductSources({ sources: [{ ...config, ...more }] }, (name) => secrets[name])

test('a source is requested at the URL of its template, with its secrets', () => {
  const [source] = read({ headers: { 'X-API-Key': '{$KEY}' } })
  expect(source?.buildUrl(key)).toBe('https://data.example/micro/item?id=7711603445&key=k3y')
  expect(source?.headers).toEqual({ 'x-api-key': 'k3y' })
  expect([source?.covers('weidian'), source?.covers('ali_1688')]).toEqual([true, false])
  expect([source?.name, source?.breaker, source?.imageHosts]).toEqual(['Seller', 'product Seller', []])
})

test('sources keep the order of the file', () => {
  const sources = [config, { ...config, name: 'Another' }, { ...config, name: 'A third' }]
  expect(parseProductSources({ sources }, () => 'k3y').map(({ name }) => name)).toEqual([
    'Seller',
    'Another',
    'A third',
  ])
})

const variants = { variantsAt: 'skus', variant: { idAt: 'id' } }
test.each<[wrong: string, content: unknown, sentence: string]>([
  ['no list', {}, 'sources is missing.'],
  ['nothing', null, 'It '],
  ['a list', [], 'It '],
  ['too many', { sources: Array(13).fill(config) }, 'sources must be at most 12.'],
  ['one name twice', { sources: [config, config] }, 'sources must all have different names.'],
  ['an unknown field', { sources: [{ ...config, key: 'x' }] }, 'sources.0 unrecognized key: "key".'],
  ['a text for a source', { sources: [config, 'x'] }, 'sources.1 '],
])('a file with %s ends with one sentence', (_wrong, content, sentence) => {
  const parse = () => parseProductSources(content, () => 'k3y')
  expect(parse).toThrow(/^PRODUCT_SOURCES is wrong\. [^\n]+\.$/)
  expect(parse).toThrow(sentence)
})

test.each<[field: string, value: unknown, sentence: string]>([
  ['name', undefined, 'name is missing.'],
  ['name', '', 'name must not be empty.'],
  ['name', 'x'.repeat(41), 'name must have at most 40 characters.'],
  ['name', 'a\u0000b', 'name must be one plain line.'],
  ['url', undefined, 'url is missing.'],
  ['url', 'ftp://data.example/{id}', 'The url of Seller must be an http(s) address.'],
  ['url', 'https://a:b@data.example/{id}', 'The url of Seller must not contain a user name or password.'],
  ['url', 'https://{id}.example/', 'The url of Seller must have a host without placeholders.'],
  ['url', 'https://data.example/feed', 'The url of Seller must contain {id} or {url}.'],
  [
    'url',
    'https://data.example/{id}/{page}',
    'The url of Seller may contain only the placeholders {id}, {marketplace} and {url}.',
  ],
  ['url', 'https://data.example/{id}?key={$MISSING}', 'Seller needs MISSING, which is not set.'],
  ['headers', { a: '{$MISSING}' }, 'Seller needs MISSING, which is not set.'],
  ['headers', { 'a b': 'x' }, 'headers.a b '],
  ['headers', { a: 'x\r\ny: z' }, 'headers.a must be one plain line.'],
  ['marketplaces', undefined, 'marketplaces is missing.'],
  ['marketplaces', {}, 'marketplaces must name one.'],
  ['marketplaces', { ebay: 'E' }, 'marketplaces'],
  ['titleAt', undefined, 'titleAt is missing.'],
  ['titleAt', [], 'titleAt must name one.'],
  ['titleAt', 'a..b', 'titleAt.0 must be names with dots between them.'],
  ['priceAt', ['price', 'a b'], 'priceAt.1 must be names with dots between them.'],
  ['picturesAt', Array(7).fill('a'), 'picturesAt must be at most 6.'],
  ['itemAt', '$.data', 'itemAt must be names with dots between them.'],
  ['itemIdAt', 'id[0]', 'itemIdAt must be names with dots between them.'],
  ['priceUnit', 'cent', 'priceUnit must be yuan or fen.'],
  ['currency', 'yuan', 'currency must be three capital letters.'],
  ['variantsAt', 'skus', 'variant and variantsAt need each other.'],
  ['variant', { idAt: 'id' }, 'variant and variantsAt need each other.'],
  ['notFoundCodes', ['2000'], 'codeAt must say where codes stand.'],
  ['loginCodes', [401], 'codeAt must say where codes stand.'],
  ['quotaHeader', 'a b', 'quotaHeader must be the name of a header.'],
  ['imageHosts', ['*'], 'imageHosts.0 must be a host or an origin.'],
])('%s %j ends with one sentence', (field, value, sentence) => {
  const parse = () => read({ [field]: value })
  expect(parse).toThrow(/^PRODUCT_SOURCES is wrong\. [^\n]+\.$/)
  expect(parse).toThrow(/^[A-Z]/.test(sentence) ? sentence : `sources.0.${sentence}`)
})

test('a wrong field of a variant is named', () => {
  expect(() => read({ ...variants, variant: { colorAt: 'c' } })).toThrow(
    'PRODUCT_SOURCES is wrong. sources.0.variant unrecognized key: "colorAt".',
  )
  expect(read(variants)).toHaveLength(1)
})

test('no sentence contains a secret', () => {
  for (const url of [
    'ftp://x/{id}?{$KEY}',
    'https://{$KEY}@data.example/{id}',
    'https://data.example/?{$KEY}',
  ])
    expect(() => read({ url }, { KEY: 's3cret' })).toThrow(/^(?!.*s3cret)/)
})

test('a file that is missing or not JSON ends with one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'products-'))
  const [missing, cut, good] = ['missing.json', 'cut.json', 'good.json'].map((name) => join(folder, name))
  writeFileSync(String(cut), '{"sources": [')
  writeFileSync(String(good), JSON.stringify({ sources: [config] }))
  const load = (path: string | undefined) => loadProductSources(path, () => 'k3y')
  expect(() => load(missing)).toThrow(`PRODUCT_SOURCES is wrong. ${missing} cannot be read.`)
  expect(() => load(cut)).toThrow(`PRODUCT_SOURCES is wrong. ${cut} is not JSON.`)
  expect(load(good)).toHaveLength(1)
  expect(load(undefined)).toEqual([])
  rmSync(folder, { recursive: true })
})
