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
  [[], "Only this site's own photos were looked at."],
  [[createSource('Archive', 'not-asked')], "Only this site's own photos were looked at."],
  [[createSource('Archive', 'none')], 'Besides our own photos we asked Archive.'],
  [
    [createSource('Archive', 'none'), createSource('Bench', 'not-asked'), createSource('Mat', 'none')],
    'Besides our own photos we asked Archive, Mat.',
  ],
])('of nothing found among %j', (sources, words) => {
  expect(describeSources(sources)).toBe(words)
})

test.each([
  [null, 'Their source does not answer right now, so we cannot say whether there are any.'],
  [
    [createSource('Archive', 'unavailable'), createSource('Mat', 'none')],
    'Archive does not answer right now, so we cannot say whether there are any.',
  ],
  [
    [createSource('Archive', 'unavailable'), createSource('Mat', 'unavailable', '2026-11-19T08:00:00.000Z')],
    'Archive, Mat do not answer right now, so we cannot say whether there are any.',
  ],
])('of nothing known from %j', (sources, words) => {
  expect(describeFailure({ sources })).toBe(words)
})

test.each([
  [null, true],
  [undefined, false],
  [[], false],
  [[createSource('Archive', 'none'), createSource('Mat', 'unavailable')], true],
  [[createSource('Archive', 'photos'), createSource('Mat', 'not-asked')], false],
])('%j means trouble: %s', (sources, expected) => {
  expect(hasFailedSource(sources)).toBe(expected)
})

test('beside photos each source that failed has its line, with the age of its stored ones', () => {
  const asOf = '2026-11-19T08:00:00.000Z'
  const sources = [
    createSource('Archive', 'unavailable', asOf),
    createSource('Bench', 'photos'),
    createSource('Mat', 'unavailable'),
    createSource('Ruler', 'unavailable', asOf),
    createSource('Tape', 'not-asked'),
  ]
  expect(getSourceNotes({ items: [createItem('Bench', 'Archive')], sources })).toEqual([
    'Photos of Archive as of 19 Nov 2026; it does not answer right now.',
    'Mat does not answer right now; it may have more photos.',
    'Ruler does not answer right now; it may have more photos.',
  ])
  expect(getSourceNotes({ items: [], sources: null })).toEqual([
    'No outside source of photos answers right now.',
  ])
  expect(getSourceNotes({ items: [], sources: undefined })).toEqual([])
})
