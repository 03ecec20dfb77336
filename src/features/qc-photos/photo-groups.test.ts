import { expect, test } from 'vitest'
import type { QcItem } from './contract.ts'
import { countByVariant, describePhoto, findNewestDate, groupPhotos } from './photo-groups.ts'

const photo = (url: string, more: Partial<QcItem> = {}): QcItem => ({
  url,
  source: 'Warehouse A',
  sources: [more.source ?? 'Warehouse A'],
  agent: null,
  variant: 'Navy',
  finding: null,
  takenAt: '2026-11-19T08:00:00.000Z',
  width: 1080,
  height: 1080,
  placeholder: null,
  ...more,
})

const photos = [
  photo('/a2', { source: 'Warehouse B', takenAt: '2026-11-02T08:00:00.000Z', variant: 'Rust' }),
  photo('/a1'),
  photo('/c', { agent: 'CNFans', variant: null, takenAt: null }),
  photo('/b', { takenAt: '2026-10-30T08:00:00.000Z', variant: 'Rust' }),
]
const outlineGroups = (by: 'source' | 'date' | 'variant') =>
  groupPhotos(photos, by).map(({ title, detail, variantNames, photos: members }) => [
    title,
    [detail, variantNames].filter(Boolean).join(' · '),
    ...members.map(({ number, url }) => `${number} ${url}`),
  ])

test('groups by source, the newest first, with one numbering for all groups', () => {
  expect(outlineGroups('source')).toEqual([
    ['Warehouse A', '30 Oct 2026 – 19 Nov 2026 · Navy, Rust', '1 /a1', '2 /b'],
    ['Warehouse B', '2 Nov 2026 · Rust', '3 /a2'],
    ['CNFans warehouse', 'from Warehouse A', '4 /c'],
  ])
})

test('groups by date', () => {
  expect(outlineGroups('date')).toEqual([
    ['19 Nov 2026', 'Warehouse A · Navy', '1 /a1'],
    ['2 Nov 2026', 'Warehouse B · Rust', '2 /a2'],
    ['30 Oct 2026', 'Warehouse A · Rust', '3 /b'],
    ['Date unknown', 'CNFans warehouse', '4 /c'],
  ])
})

test('groups by variant', () => {
  expect(outlineGroups('variant')).toEqual([
    ['Navy', 'Warehouse A · 19 Nov 2026', '1 /a1'],
    ['Rust', 'Warehouse B, Warehouse A · 30 Oct 2026 – 2 Nov 2026', '2 /a2', '3 /b'],
    ['Variant unknown', 'CNFans warehouse', '4 /c'],
  ])
})

test('shows the number of names when there are more than two', () => {
  const many = ['Navy', 'Rust', 'Green'].map((variant) => photo(`/${variant}`, { variant }))
  expect(groupPhotos(many, 'source')[0]?.variantNames).toBe('3 variants')
})

test('lists all sources of a photo', () => {
  const shared = photo('/s', { sources: ['Warehouse A', 'Archive'] })
  expect(groupPhotos([shared], 'source')[0]?.detail).toBe('also from Archive · 19 Nov 2026')
  expect(groupPhotos([shared], 'date')[0]?.detail).toBe('Warehouse A, Archive')
})

test('counts the photos of each variant, the most first', () => {
  expect(countByVariant(photos)).toEqual([
    { name: 'Rust', count: 2 },
    { name: 'Navy', count: 1 },
  ])
})

test('finds the newest date, and describes a photo', () => {
  expect(findNewestDate(photos)).toBe('2026-11-19T08:00:00.000Z')
  expect(findNewestDate([photo('/x', { takenAt: null })])).toBeUndefined()
  expect(photos.map(describePhoto)).toEqual([
    '2 Nov 2026 · Rust',
    '19 Nov 2026 · Navy',
    '',
    '30 Oct 2026 · Rust',
  ])
})
