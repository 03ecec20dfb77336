import { expect, test, vi } from 'vitest'
import { encodePage } from '#shared/server/encoded-response.ts'
import { createByteCache } from './byte-cache.ts'
import { createLocalInvalidation } from './invalidation.ts'

function aCache({ maxBytes = 100_000 } = {}) {
  const invalidation = createLocalInvalidation()
  return { invalidation, cache: createByteCache({ maxBytes, maxAgeMs: 1000, invalidation }) }
}
const page = encodePage(200, 'words')

test('an answer is dropped when a query it was made from is touched, and only then', async () => {
  const { cache, invalidation } = aCache()
  cache.set('/a', page, { used: [['getAgent', { active: true }]], begun: cache.mark() })
  await invalidation.publish([['getAllProduct']])
  expect(cache.get('/a')).toBe(page)
  await invalidation.publish([['getAgent']])
  expect(cache.get('/a')).toBeUndefined()
})

test('a narrowed touch spares other items', async () => {
  const { cache, invalidation } = aCache()
  cache.set('/1', page, { used: [['productInfo', { shopType: 'weidian', productCode: '1' }]], begun: 0 })
  cache.set('/2', page, { used: [['productInfo', { shopType: 'weidian', productCode: '2' }]], begun: 0 })
  await invalidation.publish([['productInfo', { shopType: 'weidian', productCode: '1' }]])
  expect([cache.get('/1'), cache.get('/2')]).toEqual([undefined, page])
})

test('what was read before a write is not kept after it', async () => {
  const { cache, invalidation } = aCache()
  const begun = cache.mark()
  await invalidation.publish([['anything']])
  cache.set('/a', page, { used: [['getAgent', {}]], begun })
  expect(cache.get('/a')).toBeUndefined()
})

test('an answer has an end', () => {
  vi.useFakeTimers()
  try {
    const { cache } = aCache()
    cache.set('/a', page, { used: [], begun: cache.mark() })
    vi.advanceTimersByTime(999)
    expect(cache.get('/a')).toBe(page)
    vi.advanceTimersByTime(1)
    expect(cache.get('/a')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('no bytes means no cache', () => {
  const { cache } = aCache({ maxBytes: 0 })
  cache.set('/a', page, { used: [], begun: cache.mark() })
  expect(cache.get('/a')).toBeUndefined()
})

test('many small answers take no more memory than is allowed', () => {
  const { cache } = aCache({ maxBytes: 1_000_000 })
  for (let count = 0; count < 2_000; count++) {
    cache.set(`/${count}`, encodePage(200, ''), { used: [['qcPhotos', { id: String(count) }]], begun: 0 })
    cache.get(`/${count}`)
  }
  expect(cache.size()).toBeGreaterThan(100)
  expect(cache.size()).toBeLessThan(500) // each holds about 2 KB beside its bytes
})
