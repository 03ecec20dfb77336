import { describe, expect, test } from 'vitest'
import type { SourcePhoto } from '#shared/items/source-photo.ts'
import { parseReply, type ReplyForm } from './reply-formats.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const key = { shopType: 'weidian' as const, itemId: '7711603445' }
const createForm = (fields: Partial<ReplyForm>): ReplyForm => ({
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

describe('what sources send, as public code reads it', () => {
  test.each([
    [
      'a list of objects',
      createForm({ photosAt: 'data.qcList', itemIdAt: 'data.itemId' }),
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
      'a plain list beside other facts',
      createForm({ photosAt: 'data.qcImages', agent: 'USFans' }),
      { code: 200, data: { qcImages: [a, b], weight: 320 } },
      [photo(a, { agent: 'USFans' }), photo(b, { agent: 'USFans' })],
    ],
    [
      'a list with dates, in which the name is the product’s',
      createForm({}),
      { status: 'success', data: [{ image_url: a, product_name: 'Tee', qc_date: '2026-11-02 10:00:00' }] },
      [photo(a, { takenAt: '2026-11-02T10:00:00.000Z' })],
    ],
    [
      'albums',
      createForm({ photosAt: 'albums' }),
      { success: true, albums: [{ images: [a] }, { images: [{ url: b }] }], error: null },
      [photo(a), photo(b)],
    ],
    [
      'records of this item among others',
      createForm({ photosAt: 'result.records', recordIdAt: 'spuNo' }),
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
      createForm({ shape: 'variants', photosAt: '' }),
      [
        { variant: 'Navy, <b>M</b>', qcPhotos: [a] },
        { variant: null, qcPhotos: [{ url: b, timestamp: 1_793_577_600_000 }] },
        { variant: 'Rust', qcPhotos: [] },
      ],
      [photo(a, { variant: 'Navy, M' }), photo(b, { takenAt: '2026-11-02T00:00:00.000Z' })],
    ],
    [
      'groups by agent, with dates',
      createForm({
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
    ['no photo yet', createForm({}), { code: 0, data: [] }, []],
    ['nothing at all where the list would be', createForm({}), { code: 0, data: null }, []],
    ['an id that an empty answer leaves out', createForm({ itemIdAt: 'itemId' }), { data: [] }, []],
    ['entries of which some are nonsense', createForm({}), { data: [null, 7, [], {}, a] }, [photo(a)]],
  ])('%s', (_what, fields, reply, photos) => {
    expect(parseReply(reply, fields, key, now)).toEqual(photos)
  })
})

const agents = createForm({
  shape: 'agents',
  photosAt: 'qcGroups',
  itemIdAt: 'productId',
  marketplaceAt: 'marketplace',
})
const other = 'The response is about another item.'
const strange = 'The response does not have the expected form.'

describe('what is refused', () => {
  test.each([
    ['another item', createForm({ itemIdAt: 'id' }), { id: '1', data: [a] }, other],
    ['another item without a photo', createForm({ itemIdAt: 'id' }), { id: '1', data: [] }, other],
    ['photos of an unknown item', createForm({ itemIdAt: 'id' }), { data: [a] }, other],
    [
      'the bucket for everything',
      agents,
      { productId: '0', marketplace: 'weidian', qcGroups: { x: [{ photos: [a] }] } },
      other,
    ],
    [
      'an unknown marketplace',
      agents,
      { productId: '7711603445', marketplace: 'unknown', qcGroups: {} },
      other,
    ],
    ['another marketplace', agents, { productId: '7711603445', marketplace: 'taobao', qcGroups: {} }, other],
    [
      'a feed of everything',
      createForm({ photosAt: 'records', recordIdAt: 'spuNo' }),
      {
        records: [
          { spuNo: '1', fileUris: [a] },
          { spuNo: '2', fileUris: [b] },
        ],
      },
      other,
    ],
    [
      'an error with status 200',
      createForm({}),
      { code: 10001, data: [a] },
      'The response is an error message.',
    ],
    ['an error in words', createForm({}), { status: 'error', data: [] }, 'The response is an error message.'],
    ['a login wall', createForm({}), { message: 'Unauthorized' }, strange],
    ['a list of something else', createForm({}), { data: [{ title: 'x' }, 7] }, strange],
    ['text instead of a list', createForm({}), { data: 'none' }, strange],
    [
      'a list instead of groups',
      agents,
      { productId: '7711603445', marketplace: 'weidian', qcGroups: [a] },
      strange,
    ],
    ['nothing', createForm({}), null, strange],
    ['a path into the prototype', createForm({ photosAt: '__proto__' }), { data: [a] }, strange],
    ['a name that every object has', createForm({ photosAt: 'data.constructor' }), { data: [a] }, strange],
  ])('%s', (_what, fields, reply, message) => {
    expect(() => parseReply(reply, fields, key, now)).toThrow(message)
  })
})

test('a source that knows no such item is not at fault', () => {
  expect(() => parseReply({ code: 404 }, createForm({}), key, now)).toThrow(
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
  expect(parseReply({ data: many }, createForm({}), key, now)).toHaveLength(200)
  expect(parseReply({ data: [{ images: many }, { images: many }] }, createForm({}), key, now)).toHaveLength(
    200,
  )
  let deep: unknown = { url: a }
  for (let at = 0; at < 5_000; at += 1) deep = { images: [deep] }
  expect(parseReply({ data: [deep, b] }, createForm({}), key, now)).toEqual([photo(b)])
})
