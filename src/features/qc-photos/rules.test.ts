import { expect, test } from 'vitest'
import type { QcAnswer, QcItem } from './contract.ts'
import { mergeQc } from './rules.ts'

const ours = (...urls: string[]): QcAnswer => {
  const items = urls.map(
    (url): QcItem => ({
      url,
      source: 'Warehouse A',
      agent: null,
      variant: 'Navy',
      finding: null,
      takenAt: '2026-11-01T00:00:00.000Z',
      width: 1080,
      height: 1080,
      placeholder: null,
    }),
  )
  return { state: items.length > 0 ? 'photos' : 'none', photos: urls, items }
}
const lost: QcAnswer = { state: 'unavailable', photos: [], items: [] }

test.each([
  ['both lists, ours first', ours('/a'), [{ imgs: ['/b'] }, { imgs: ['/c'] }], 'photos', ['/a', '/b', '/c']],
  ['each photo once', ours('/a', '/b'), [{ imgs: ['/b', '/c', '/c'] }], 'photos', ['/a', '/b', '/c']],
  ['ours when the outside source fails', ours('/a'), null, 'photos', ['/a']],
  ['ours while the outside source is awaited', ours('/a'), undefined, 'photos', ['/a']],
  ['the outside ones when ours fail', undefined, [{ imgs: ['/b'] }], 'photos', ['/b']],
  ['the outside ones when ours are unavailable', lost, [{ imgs: ['/b'] }], 'photos', ['/b']],
  ['none when both know none', ours(), [], 'none', []],
  ['none when the outside list is empty', ours(), [{ imgs: [] }], 'none', []],
  ['no certainty when the outside source fails', ours(), null, 'unavailable', []],
  ['no certainty when ours fail', undefined, [], 'unavailable', []],
  ['nothing when both fail', undefined, null, 'unavailable', []],
])('gives %s', (_what, own, outside, state, photos) => {
  expect(mergeQc(own, outside)).toMatchObject({ state, photos })
})

test('keeps what we know of a photo that both have', () => {
  expect(mergeQc(ours('/a'), [{ imgs: ['/a'] }]).items).toEqual(ours('/a').items)
})

test('says of an outside photo only where it comes from', () => {
  expect(mergeQc(ours(), [{ imgs: ['/b'] }]).items).toEqual([
    {
      url: '/b',
      source: 'Outside QC source',
      agent: null,
      variant: null,
      finding: null,
      takenAt: null,
      width: 720,
      height: 720,
      placeholder: null,
    },
  ])
})
