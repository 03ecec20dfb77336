import { expect, test } from 'vitest'
import type { OutsideSource, QcItem } from '../contract.ts'
import { describeFailure, getSourceNotes } from './source-errors.ts'
import { describeSources, hasFailedSource } from './source-summary.ts'

const createSource = (name: string, state: OutsideSource['state'], asOf: string | null = null) => ({
  name,
  state,
  asOf,
})
const createItem = (...sources: string[]): QcItem => ({
  url: '/a',
  source: sources[0] ?? '',
  sources,
  agent: null,
  variant: null,
  finding: null,
  takenAt: null,
  width: 720,
  height: 720,
  placeholder: null,
})

test.each([
  [[], 'We checked only our own photos.'],
  [[createSource('Archive', 'not-asked')], 'We checked only our own photos.'],
  [[createSource('Archive', 'none')], 'We also checked Archive.'],
  [
    [createSource('Archive', 'none'), createSource('Bench', 'not-asked'), createSource('Mat', 'none')],
    'We also checked Archive, Mat.',
  ],
])('describes the queried sources %j when no photo was found', (sources, message) => {
  expect(describeSources(sources)).toBe(message)
})

test.each([
  [null, "We can't reach their source right now, so there may be photos we can't show."],
  [
    [createSource('Archive', 'unavailable'), createSource('Mat', 'none')],
    "We can't reach Archive right now, so there may be photos we can't show.",
  ],
  [
    [createSource('Archive', 'unavailable'), createSource('Mat', 'unavailable', '2026-11-19T08:00:00.000Z')],
    "We can't reach Archive, Mat right now, so there may be photos we can't show.",
  ],
])('describes the failed sources of %j', (sources, message) => {
  expect(describeFailure({ sources })).toBe(message)
})

test.each([
  [null, true],
  [undefined, false],
  [[], false],
  [[createSource('Archive', 'none'), createSource('Mat', 'unavailable')], true],
  [[createSource('Archive', 'photos'), createSource('Mat', 'not-asked')], false],
])('finds a failed source in %j: %s', (sources, expected) => {
  expect(hasFailedSource(sources)).toBe(expected)
})

test('has a line for each failed source, with the date of its stored photos', () => {
  const asOf = '2026-11-19T08:00:00.000Z'
  const sources = [
    createSource('Archive', 'unavailable', asOf),
    createSource('Bench', 'photos'),
    createSource('Mat', 'unavailable'),
    createSource('Ruler', 'unavailable', asOf),
    createSource('Tape', 'not-asked'),
  ]
  expect(getSourceNotes({ items: [createItem('Bench', 'Archive')], sources })).toEqual([
    "Archive isn't responding. Showing its photos from 19 Nov 2026.",
    "Mat isn't responding and may have more photos.",
    "Ruler isn't responding and may have more photos.",
  ])
  expect(getSourceNotes({ items: [], sources: null })).toEqual(["We can't reach any photo source right now."])
  expect(getSourceNotes({ items: [], sources: undefined })).toEqual([])
})
