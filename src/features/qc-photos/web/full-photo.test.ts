import { expect, test } from 'vitest'
import { toFullPicture } from './full-photo.ts'

const photo = {
  url: '/img/signature/720/hash.webp',
  number: 3,
  source: 'Photos of buyers',
  sources: ['Photos of buyers'],
  agent: null,
  variant: 'Navy',
  finding: null,
  takenAt: '2026-11-19T08:00:00Z',
  width: 720,
  height: 960,
  placeholder: null,
}

test('describes a photo with source, date and variant', () => {
  expect(toFullPicture(photo)).toEqual({
    src: '/img/signature/720/hash.webp',
    width: 720,
    height: 960,
    alt: 'QC photo 3',
    title: 'Photos of buyers',
    detail: '19 Nov 2026 · Navy',
  })
})

test('describes a photo of an agent with agent, source and finding', () => {
  const { alt, title, detail } = toFullPicture({
    ...photo,
    agent: 'CNFans',
    finding: 'Loose thread at the hem.',
  })
  expect(alt).toBe('QC photo 3: Loose thread at the hem.')
  expect(title).toBe('CNFans warehouse')
  expect(detail).toBe('19 Nov 2026 · Navy · from Photos of buyers · Loose thread at the hem.')
})

test('describes a photo of two sources with both', () => {
  const sources = ['Photos of buyers', 'Warehouse album']
  expect(toFullPicture({ ...photo, sources }).detail).toBe('19 Nov 2026 · Navy · also from Warehouse album')
  expect(toFullPicture({ ...photo, sources, agent: 'CNFans' }).detail).toBe(
    '19 Nov 2026 · Navy · from Photos of buyers and Warehouse album',
  )
})
