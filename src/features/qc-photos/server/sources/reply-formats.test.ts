import { describe, expect, test } from 'vitest'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import { parseReply, type ReplySettings } from './reply-formats.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const key = { shopType: 'weidian' as const, itemId: '7711603445' }
const createSettings = (fields: Partial<ReplySettings>): ReplySettings => ({
  shape: 'images',
  photosAt: 'data',
  expectedId: key.itemId,
  expectedMarketplace: 'WEIDIAN',
  ...fields,
})
const photo = (image: string, fields: Partial<SourcePhoto> = {}): SourcePhoto => ({
  image,
  agent: null,
  variant: null,
  takenAt: null,
  width: null,
  height: null,
  ...fields,
})
const a = 'https://img.example/a.jpg'
const b = 'https://img.example/b.jpg'

describe('parseReply of a valid reply', () => {
  test.each([
    [
      'a list of objects',
      createSettings({ photosAt: 'data.qcList', itemIdAt: 'data.itemId' }),
      {
        data: {
          itemId: 7711603445,
          hasRegularQc: 'YES',
          qcList: [{ url: a, width: 800, height: '600' }, { url: b }],
        },
      },
      [photo(a, { width: 800, height: 600 }), photo(b)],
    ],
    [
      'a plain list beside other fields',
      createSettings({ photosAt: 'data.qcImages', agent: 'USFans' }),
      { code: 200, data: { qcImages: [a, b], weight: 320 } },
      [photo(a, { agent: 'USFans' }), photo(b, { agent: 'USFans' })],
    ],
    [
      'a list with dates, in which the name is the product’s',
      createSettings({}),
      { status: 'success', data: [{ image_url: a, product_name: 'Tee', qc_date: '2026-11-02 10:00:00' }] },
      [photo(a, { takenAt: '2026-11-02T10:00:00.000Z' })],
    ],
    [
      'albums',
      createSettings({ photosAt: 'albums' }),
      { success: true, albums: [{ images: [a] }, { images: [{ url: b }] }], error: null },
      [photo(a), photo(b)],
    ],
    [
      'records of this item among others',
      createSettings({ photosAt: 'result.records', recordIdAt: 'spuNo' }),
      {
        success: true,
        code: 'OK',
        result: {
          records: [
            { spuNo: '7711603445', subject: 'Tee', createTime: '2026-10-30', fileUris: [a] },
            { spuNo: '1', fileUris: [b] },
            { fileUris: [b] },
          ],
        },
      },
      [photo(a, { takenAt: '2026-10-30T00:00:00.000Z' })],
    ],
    [
      'groups by variant',
      createSettings({ shape: 'variants', photosAt: '' }),
      [
        { variant: 'Navy, <b>M</b>', qcPhotos: [a] },
        { variant: null, qcPhotos: [{ url: b, timestamp: 1_793_577_600_000 }] },
        { variant: 'Rust', qcPhotos: [] },
      ],
      [photo(a, { variant: 'Navy, M' }), photo(b, { takenAt: '2026-11-02T00:00:00.000Z' })],
    ],
    [
      'groups by agent, with dates',
      createSettings({
        shape: 'agents',
        photosAt: 'qcGroups',
        itemIdAt: 'productId',
        marketplaceAt: 'marketplace',
        agentNames: new Map([['kakobuy', 'KakoBuy']]),
      }),
      {
        productId: '7711603445',
        marketplace: 'weidian',
        qcGroups: {
          kakobuy: [{ name: 'Navy', photos: [a, { url: b, timestamp: 1_793_577_600 }] }],
          '<i>oopbuy</i>': [{ name: '', photos: ['https://img.example/202601/19/c.jpg'] }],
        },
      },
      [
        photo(a, { agent: 'KakoBuy', variant: 'Navy' }),
        photo(b, { agent: 'KakoBuy', variant: 'Navy', takenAt: '2026-11-02T00:00:00.000Z' }),
        photo('https://img.example/202601/19/c.jpg', {
          agent: 'oopbuy',
          takenAt: '2026-01-19T00:00:00.000Z',
        }),
      ],
    ],
    ['no photo yet', createSettings({}), { code: 0, data: [] }, []],
    ['null instead of the list', createSettings({}), { code: 0, data: null }, []],
    ['an id that an empty answer leaves out', createSettings({ itemIdAt: 'itemId' }), { data: [] }, []],
    ['a list with some invalid entries', createSettings({}), { data: [null, 7, [], {}, a] }, [photo(a)]],
  ])('parses %s', (_case, settings, reply, photos) => {
    expect(parseReply(reply, settings, key, now)).toEqual(photos)
  })
})

const agents = createSettings({
  shape: 'agents',
  photosAt: 'qcGroups',
  itemIdAt: 'productId',
  marketplaceAt: 'marketplace',
})
const otherItemMessage = 'The response is about another item.'
const wrongFormMessage = 'The response does not have the expected form.'

describe('parseReply of an invalid reply', () => {
  test.each([
    ['another item', createSettings({ itemIdAt: 'id' }), { id: '1', data: [a] }, otherItemMessage],
    [
      'another item without a photo',
      createSettings({ itemIdAt: 'id' }),
      { id: '1', data: [] },
      otherItemMessage,
    ],
    ['photos of an unknown item', createSettings({ itemIdAt: 'id' }), { data: [a] }, otherItemMessage],
    [
      'the group of unknown items',
      agents,
      { productId: '0', marketplace: 'weidian', qcGroups: { x: [{ photos: [a] }] } },
      otherItemMessage,
    ],
    [
      'an unknown marketplace',
      agents,
      { productId: '7711603445', marketplace: 'unknown', qcGroups: {} },
      otherItemMessage,
    ],
    [
      'another marketplace',
      agents,
      { productId: '7711603445', marketplace: 'taobao', qcGroups: {} },
      otherItemMessage,
    ],
    [
      'records of other items only',
      createSettings({ photosAt: 'records', recordIdAt: 'spuNo' }),
      {
        records: [
          { spuNo: '1', fileUris: [a] },
          { spuNo: '2', fileUris: [b] },
        ],
      },
      otherItemMessage,
    ],
    [
      'an error with status 200',
      createSettings({}),
      { code: 10001, data: [a] },
      'The response is an error message.',
    ],
    [
      'an error status',
      createSettings({}),
      { status: 'error', data: [] },
      'The response is an error message.',
    ],
    ['a message to log in', createSettings({}), { message: 'Unauthorized' }, wrongFormMessage],
    ['a list of something else', createSettings({}), { data: [{ title: 'x' }, 7] }, wrongFormMessage],
    ['text instead of a list', createSettings({}), { data: 'none' }, wrongFormMessage],
    [
      'a list instead of groups',
      agents,
      { productId: '7711603445', marketplace: 'weidian', qcGroups: [a] },
      wrongFormMessage,
    ],
    ['nothing', createSettings({}), null, wrongFormMessage],
    ['a path into the prototype', createSettings({ photosAt: '__proto__' }), { data: [a] }, wrongFormMessage],
    [
      'an inherited property name',
      createSettings({ photosAt: 'data.constructor' }),
      { data: [a] },
      wrongFormMessage,
    ],
  ])('throws a SourceError for %s', (_case, settings, reply, message) => {
    expect(() => parseReply(reply, settings, key, now)).toThrow(message)
  })
})

test('throws a SourceError with status 404 when the source has no such item', () => {
  expect(() => parseReply({ code: 404 }, createSettings({}), key, now)).toThrow(
    expect.objectContaining({ status: 404 }),
  )
})

test('ignores property names that every object inherits', () => {
  const reply = JSON.parse(
    '{"productId":"7711603445","marketplace":"weidian","qcGroups":{"__proto__":[{"photos":["https://img.example/a.jpg"]}],"constructor":[{"photos":["https://img.example/b.jpg"]}]}}',
  )
  expect(parseReply(reply, agents, key, now)).toEqual([photo(a), photo(b)])
  expect('photos' in {}).toBe(false)
})

test('reads at most 200 photos, at any depth', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `https://img.example/${at}.jpg`)
  expect(parseReply({ data: many }, createSettings({}), key, now)).toHaveLength(200)
  expect(
    parseReply({ data: [{ images: many }, { images: many }] }, createSettings({}), key, now),
  ).toHaveLength(200)
  let deep: unknown = { url: a }
  for (let depth = 0; depth < 5_000; depth += 1) deep = { images: [deep] }
  expect(parseReply({ data: [deep, b] }, createSettings({}), key, now)).toEqual([photo(b)])
})
