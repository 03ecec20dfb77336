import { describe, expect, test } from 'vitest'
import { type PageReading, parsePageReading, readingLimits } from './page-reading.ts'

const reading: PageReading = {
  page: 'item',
  shopType: 'taobao',
  id: '990000813377',
  skuId: '1900000000412',
  title: '水洗靛蓝牛仔短外套',
  price: 168,
  priceTo: 199.5,
  currency: 'CNY',
  variants: [['靛蓝', '烟灰'], ['S']],
  weightGrams: 410,
  pictures: ['https://img.example.com/o1.jpg'],
  variant: null,
  photos: [{ type: 'image/jpeg', base64: '/9j/4AAQ' }],
  unreadPhotos: 2,
}

describe('a reading in a message', () => {
  test('is taken as it was made', () => {
    expect(parsePageReading(structuredClone(reading))).toEqual(reading)
  })

  test('loses marks that cannot be seen, and fields of others', () => {
    const dirty = {
      ...reading,
      title: ' a\u202eb\u0007\u200bc ',
      variants: [['\u2066x\u2069']],
      token: 'secret',
    }
    expect(parsePageReading(dirty)).toEqual({ ...reading, title: 'abc', variants: [['x']] })
  })

  test('loses query and fragment of addresses', () => {
    const pictures = ['https://img.example.com/a.jpg?Signature=x#y', 'https://img.example.com/a.jpg']
    expect(parsePageReading({ ...reading, pictures })?.pictures).toEqual(['https://img.example.com/a.jpg'])
  })

  test.each([
    ['no object', null],
    ['a list', [reading]],
    ['an unknown page', { ...reading, page: 'account' }],
    ['a number without marketplace', { ...reading, shopType: null }],
    ['a number that is none', { ...reading, id: '../1' }],
    ['a variant’s number that is none', { ...reading, skuId: 'x' }],
    ['a long title', { ...reading, title: 'a'.repeat(301) }],
    ['a title that is no text', { ...reading, title: { text: 'a' } }],
    ['a price of nothing', { ...reading, price: 0 }],
    ['a price without end', { ...reading, price: Number.POSITIVE_INFINITY }],
    ['a price that is no number', { ...reading, price: '168' }],
    ['a price over a million', { ...reading, price: 1_000_001, priceTo: null }],
    ['a range that falls', { ...reading, priceTo: 100 }],
    ['a price without currency', { ...reading, currency: null }],
    ['an unknown currency', { ...reading, currency: 'XAU' }],
    ['31 pictures', { ...reading, pictures: Array(31).fill(reading.pictures[0]) }],
    ['variants that are no lists', { ...reading, variants: ['S'] }],
    ['a variant without a letter', { ...reading, variants: [['\u200b']] }],
    ['151 names', { ...reading, variants: [Array(151).fill('S')] }],
    ['a weight below zero', { ...reading, weightGrams: -1 }],
    ['a photo of another kind', { ...reading, photos: [{ type: 'image/svg+xml', base64: 'AAAA' }] }],
    ['a photo that is no base64', { ...reading, photos: [{ type: 'image/png', base64: '<b>' }] }],
    ['a part of a photo', { ...reading, unreadPhotos: 1.5 }],
  ])('is refused with %s', (_name, value) => {
    expect(parsePageReading(value)).toBeUndefined()
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'blob:https://item.taobao.com/1',
    'file:///etc/passwd',
    '//img.example.com/a.jpg',
    'https://user:secret@img.example.com/a.jpg',
    'https://user@img.example.com/a.jpg',
    'http://127.0.0.1/a.jpg',
    'http://localhost/a.jpg',
    'http://10.0.0.1/a.jpg',
    'http://2130706433/a.jpg',
    'http://0x7f.1/a.jpg',
    'http://[::1]/a.jpg',
    'http://printer/a.jpg',
    'http://nas.local/a.jpg',
    'http://db.internal/a.jpg',
    'https://img.example.com/a.svg',
    'https://img.example.com/',
    `https://img.example.com/${'a'.repeat(1000)}.jpg`,
  ])('is refused with the picture %s', (address) => {
    expect(parsePageReading({ ...reading, pictures: [address] })).toBeUndefined()
  })

  test('may have pictures on this machine where the site is on it', () => {
    const pictures = ['http://127.0.0.1:8080/a.jpg']
    expect(parsePageReading({ ...reading, pictures }, { isLocal: true })?.pictures).toEqual(pictures)
    expect(
      parsePageReading({ ...reading, pictures: ['http://10.0.0.1/a.jpg'] }, { isLocal: true }),
    ).toBeUndefined()
  })

  test('reads nothing that objects inherit', () => {
    const inherited = Object.assign(Object.create({ title: 'polluted' }), { ...reading, title: undefined })
    delete inherited.title
    expect(parsePageReading(inherited)?.title).toBeNull()
  })

  test('has at most 131,072 bytes without its photos', () => {
    const host = 'https://img.example.com/'
    const largest: PageReading = {
      ...reading,
      title: '靛'.repeat(readingLimits.title),
      variant: '靛'.repeat(readingLimits.variant),
      variants: [Array(readingLimits.names).fill('靛'.repeat(readingLimits.name))],
      pictures: Array.from({ length: 30 }, (_, index) => `${host}${index}`.padEnd(996, 'a')),
      photos: [],
    }
    expect(parsePageReading(largest)).toEqual(largest)
    expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThanOrEqual(131_072)
  })
})
