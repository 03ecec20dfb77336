import { expect, test } from 'vitest'
import type { OutsideSource, QcItem } from '../contract.ts'
import { describeFailure, getSourceNotes } from './source-errors.ts'
import { describeSources, hasFailedSource } from './source-summary.ts'

const source = (name: string, state: OutsideSource['state'], asOf: string | null = null) => ({
  name,
  state,
  asOf,
})
const item = (...sources: string[]): QcItem => ({
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
  [[source('Archive', 'not-asked')], "Only this site's own photos were looked at."],
  [[source('Archive', 'none')], 'Besides our own photos we asked Archive.'],
  [
    [source('Archive', 'none'), source('Bench', 'not-asked'), source('Mat', 'none')],
    'Besides our own photos we asked Archive, Mat.',
  ],
])('of nothing found among %j', (sources, words) => {
  expect(describeSources(sources)).toBe(words)
})

test.each([
  [null, 'Their source does not answer right now, so we cannot say whether there are any.'],
  [
    [source('Archive', 'unavailable'), source('Mat', 'none')],
    'Archive does not answer right now, so we cannot say whether there are any.',
  ],
  [
    [source('Archive', 'unavailable'), source('Mat', 'unavailable', '2026-11-19T08:00:00.000Z')],
    'Archive, Mat do not answer right now, so we cannot say whether there are any.',
  ],
])('of nothing known from %j', (sources, words) => {
  expect(describeFailure({ sources })).toBe(words)
})

test.each([
  [null, true],
  [undefined, false],
  [[], false],
  [[source('Archive', 'none'), source('Mat', 'unavailable')], true],
  [[source('Archive', 'photos'), source('Mat', 'not-asked')], false],
])('%j means trouble: %s', (sources, expected) => {
  expect(hasFailedSource(sources)).toBe(expected)
})

test('beside photos each source that failed has its line, with the age of its stored ones', () => {
  const asOf = '2026-11-19T08:00:00.000Z'
  const sources = [
    source('Archive', 'unavailable', asOf),
    source('Bench', 'photos'),
    source('Mat', 'unavailable'),
    source('Ruler', 'unavailable', asOf),
    source('Tape', 'not-asked'),
  ]
  expect(getSourceNotes({ items: [item('Bench', 'Archive')], sources })).toEqual([
    'Photos of Archive as of 19 Nov 2026; it does not answer right now.',
    'Mat does not answer right now; it may have more photos.',
    'Ruler does not answer right now; it may have more photos.',
  ])
  expect(getSourceNotes({ items: [], sources: null })).toEqual([
    'No outside source of photos answers right now.',
  ])
  expect(getSourceNotes({ items: [], sources: undefined })).toEqual([])
})
