import { expect, test } from 'vitest'
import type { OutsideQc, OutsideSource, QcAnswer, QcItem } from './contract.ts'
import { mergeQc } from './merge-qc.ts'

const photo = (url: string, fields: Partial<QcItem> = {}): QcItem => ({
  url,
  source: 'Warehouse A',
  sources: ['Warehouse A'],
  agent: null,
  variant: 'Navy',
  finding: null,
  takenAt: '2026-11-01T00:00:00.000Z',
  width: 1080,
  height: 1080,
  placeholder: null,
  ...fields,
})
const createOwnAnswer = (...urls: string[]): QcAnswer => {
  return { state: urls.length > 0 ? 'photos' : 'none', photos: urls, items: urls.map((url) => photo(url)) }
}
const createOutsideResult = (urls: string[], state: OutsideSource['state'] = 'photos'): [OutsideQc] => {
  const sourceFields = { source: 'Archive', sources: ['Archive'], variant: null, takenAt: null }
  const items = urls.map((url) => photo(url, sourceFields))
  return [{ imgs: urls, items, sources: [{ name: 'Archive', state, asOf: null }] }]
}
const unavailable: QcAnswer = { state: 'unavailable', photos: [], items: [] }
const noSources: [OutsideQc] = [{ imgs: [], items: [], sources: [] }]

test.each([
  [
    'both lists, own photos first',
    createOwnAnswer('/a'),
    createOutsideResult(['/b', '/c']),
    'photos',
    ['/a', '/b', '/c'],
  ],
  [
    'each photo once',
    createOwnAnswer('/a', '/b'),
    createOutsideResult(['/b', '/c', '/c']),
    'photos',
    ['/a', '/b', '/c'],
  ],
  [
    'one photo when only the color in the URL differs',
    createOwnAnswer('/a#8fa3b2'),
    createOutsideResult(['/a']),
    'photos',
    ['/a#8fa3b2'],
  ],
  ['own photos when every outside source fails', createOwnAnswer('/a'), null, 'photos', ['/a']],
  ['own photos while the outside sources load', createOwnAnswer('/a'), undefined, 'photos', ['/a']],
  ['outside photos when own photos fail to load', undefined, createOutsideResult(['/b']), 'photos', ['/b']],
  [
    'outside photos when own photos are unavailable',
    unavailable,
    createOutsideResult(['/b']),
    'photos',
    ['/b'],
  ],
  [
    'the stored photos of a source that fails',
    createOwnAnswer(),
    createOutsideResult(['/b'], 'unavailable'),
    'photos',
    ['/b'],
  ],
  ["'none' without outside sources", createOwnAnswer(), noSources, 'none', []],
  [
    "'none' when the outside sources have none",
    createOwnAnswer(),
    createOutsideResult([], 'none'),
    'none',
    [],
  ],
  [
    "'none' when no source covers the marketplace",
    createOwnAnswer(),
    createOutsideResult([], 'not-asked'),
    'none',
    [],
  ],
  [
    "'unavailable' when one source fails",
    createOwnAnswer(),
    createOutsideResult([], 'unavailable'),
    'unavailable',
    [],
  ],
  ["'unavailable' when every source fails", createOwnAnswer(), null, 'unavailable', []],
  ["'unavailable' when own photos fail to load", undefined, noSources, 'unavailable', []],
  ["'unavailable' when both lists fail", undefined, null, 'unavailable', []],
])('returns %s', (_case, own, outside, state, photos) => {
  expect(mergeQc(own, outside)).toMatchObject({ state, photos })
})

test('keeps its own values of a photo that both lists have, with both sources', () => {
  expect(mergeQc(createOwnAnswer('/a'), createOutsideResult(['/a'])).items).toEqual([
    photo('/a', { sources: ['Warehouse A', 'Archive'] }),
  ])
})

test('fills missing values from later copies', () => {
  const own = {
    state: 'photos' as const,
    photos: ['/a'],
    items: [photo('/a', { variant: null, takenAt: null })],
  }
  const details = { variant: 'Rust', takenAt: '2026-10-30T08:00:00.000Z' }
  const outside = createOutsideResult(['/a']).map((list) => ({ ...list, items: [photo('/a', details)] }))
  expect(mergeQc(own, outside).items).toEqual([photo('/a', details)])
})
