import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { serveSitemap } from './sitemap.ts'

type ReadKeys = Parameters<typeof serveSitemap>[1]['products']['readKeys']

function aSitemap(readKeys: ReadKeys) {
  const app = fastify()
  const invalidation = createLocalInvalidation()
  const publicUrl = 'https://items.example'
  serveSitemap(app, { publicUrl, products: { readKeys }, invalidation, maxAgeMs: 300_000 })
  return { get: () => app.inject('/sitemap.xml'), invalidation }
}

test('is created again after a failure', async () => {
  let reads = 0
  const { get } = aSitemap(async (_limit, take) => {
    reads += 1
    await take([{ shopType: 'taobao', itemId: String(reads) }])
    if (reads === 1) throw new Error('the connection is gone')
  })
  expect((await get()).statusCode).toBe(500)
  expect((await get()).body).toContain('<loc>https://items.example/product/taobao/2</loc></url></urlset>')
})

test('does not cache a sitemap that is stale when it is finished', async () => {
  const reading = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let reads = 0
  const { get, invalidation } = aSitemap(async () => {
    reads += 1
    begun.resolve()
    await reading.promise
  })
  const overtaken = get()
  void overtaken.then() // the request begins with it
  await begun.promise
  await invalidation.publish([['getAllProduct']])
  reading.resolve()
  await overtaken
  await get()
  await get()
  expect(reads).toBe(2)
})
