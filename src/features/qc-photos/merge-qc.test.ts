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
const createOutsideAnswer = (urls: string[], state: OutsideSource['state'] = 'photos'): [OutsideQc] => {
  const named = { source: 'Archive', sources: ['Archive'], variant: null, takenAt: null }
  const items = urls.map((url) => photo(url, named))
  return [{ imgs: urls, items, sources: [{ name: 'Archive', state, asOf: null }] }]
}
const lost: QcAnswer = { state: 'unavailable', photos: [], items: [] }
const off: [OutsideQc] = [{ imgs: [], items: [], sources: [] }]

test.each([
  [
    'both lists, ours first',
    createOwnAnswer('/a'),
    createOutsideAnswer(['/b', '/c']),
    'photos',
    ['/a', '/b', '/c'],
  ],
  [
    'each photo once',
    createOwnAnswer('/a', '/b'),
    createOutsideAnswer(['/b', '/c', '/c']),
    'photos',
    ['/a', '/b', '/c'],
  ],
  [
    'one photo whatever is said of its colour',
    createOwnAnswer('/a#8fa3b2'),
    createOutsideAnswer(['/a']),
    'photos',
    ['/a#8fa3b2'],
  ],
  ['ours when every outside source fails', createOwnAnswer('/a'), null, 'photos', ['/a']],
  ['ours while the outside is awaited', createOwnAnswer('/a'), undefined, 'photos', ['/a']],
  ['the outside ones when ours fail', undefined, createOutsideAnswer(['/b']), 'photos', ['/b']],
  ['the outside ones when ours are unavailable', lost, createOutsideAnswer(['/b']), 'photos', ['/b']],
  [
    'the stored ones of a source that fails',
    createOwnAnswer(),
    createOutsideAnswer(['/b'], 'unavailable'),
    'photos',
    ['/b'],
  ],
  ['none when no other source is asked', createOwnAnswer(), off, 'none', []],
  ['none when the outside has none', createOwnAnswer(), createOutsideAnswer([], 'none'), 'none', []],
  [
    'none when no source knows the marketplace',
    createOwnAnswer(),
    createOutsideAnswer([], 'not-asked'),
    'none',
    [],
  ],
  [
    'no certainty when one source fails',
    createOwnAnswer(),
    createOutsideAnswer([], 'unavailable'),
    'unavailable',
    [],
  ],
  ['no certainty when every source fails', createOwnAnswer(), null, 'unavailable', []],
  ['no certainty when ours fail', undefined, off, 'unavailable', []],
  ['nothing when both fail', undefined, null, 'unavailable', []],
])('gives %s', (_what, own, outside, state, photos) => {
  expect(mergeQc(own, outside)).toMatchObject({ state, photos })
})

test('keeps what we know of a photo that both have, and names both', () => {
  expect(mergeQc(createOwnAnswer('/a'), createOutsideAnswer(['/a'])).items).toEqual([
    photo('/a', { sources: ['Warehouse A', 'Archive'] }),
  ])
})

test('fills what the first one left open', () => {
  const own = {
    state: 'photos' as const,
    photos: ['/a'],
    items: [photo('/a', { variant: null, takenAt: null })],
  }
  const details = { variant: 'Rust', takenAt: '2026-10-30T08:00:00.000Z' }
  const outside = createOutsideAnswer(['/a']).map((list) => ({ ...list, items: [photo('/a', details)] }))
  expect(mergeQc(own, outside).items).toEqual([photo('/a', details)])
})
