import { expect, test, vi } from 'vitest'
import { encodePage } from '#shared/server/encoded-response.ts'
import { createByteCache } from './byte-cache.ts'
import { createLocalInvalidation } from './invalidation.ts'

function createCache({ maxBytes = 100_000 } = {}) {
  const invalidation = createLocalInvalidation()
  return { invalidation, cache: createByteCache({ maxBytes, maxAgeMs: 1000, invalidation }) }
}
const page = encodePage(200, 'words')

test('drops a response only when a query it was made from is invalidated', async () => {
  const { cache, invalidation } = createCache()
  cache.set('/a', page, {
    usedQueries: [['getAgent', { active: true }]],
    startGeneration: cache.getGeneration(),
  })
  await invalidation.publish([['getAllProduct']])
  expect(cache.get('/a')).toBe(page)
  await invalidation.publish([['getAgent']])
  expect(cache.get('/a')).toBeUndefined()
})

test('keeps other items when an invalidation names one item', async () => {
  const { cache, invalidation } = createCache()
  cache.set('/1', page, {
    usedQueries: [['productInfo', { shopType: 'weidian', productCode: '1' }]],
    startGeneration: 0,
  })
  cache.set('/2', page, {
    usedQueries: [['productInfo', { shopType: 'weidian', productCode: '2' }]],
    startGeneration: 0,
  })
  await invalidation.publish([['productInfo', { shopType: 'weidian', productCode: '1' }]])
  expect([cache.get('/1'), cache.get('/2')]).toEqual([undefined, page])
})

test('does not cache a response that was begun before an invalidation', async () => {
  const { cache, invalidation } = createCache()
  const startGeneration = cache.getGeneration()
  await invalidation.publish([['anything']])
  cache.set('/a', page, { usedQueries: [['getAgent', {}]], startGeneration })
  expect(cache.get('/a')).toBeUndefined()
})

test('expires a response after its maximum age', () => {
  vi.useFakeTimers()
  try {
    const { cache } = createCache()
    cache.set('/a', page, { usedQueries: [], startGeneration: cache.getGeneration() })
    vi.advanceTimersByTime(999)
    expect(cache.get('/a')).toBe(page)
    vi.advanceTimersByTime(1)
    expect(cache.get('/a')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('caches nothing with a limit of 0 bytes', () => {
  const { cache } = createCache({ maxBytes: 0 })
  cache.set('/a', page, { usedQueries: [], startGeneration: cache.getGeneration() })
  expect(cache.get('/a')).toBeUndefined()
})

test('stays within the memory limit with many small responses', () => {
  const { cache } = createCache({ maxBytes: 1_000_000 })
  for (let count = 0; count < 2_000; count++) {
    cache.set(`/${count}`, encodePage(200, ''), {
      usedQueries: [['qcPhotos', { id: String(count) }]],
      startGeneration: 0,
    })
    cache.get(`/${count}`)
  }
  expect(cache.size()).toBeGreaterThan(100)
  expect(cache.size()).toBeLessThan(500) // each holds about 2 KB beside its bytes
})
