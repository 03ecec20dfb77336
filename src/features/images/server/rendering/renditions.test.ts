import { expect, test, vi } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { imageLimits } from '../../limits.ts'
import { registerImages } from '../image-repository.ts'
import { hashImageSource } from '../uploads/signed-urls.ts'
import { createRenditions } from './renditions.ts'

const database = useDatabase()
const source = 'https://img.alicdn.com/imgextra/slow.jpg'
const hash = hashImageSource(source)

/** Renditions of images that cannot be rendered in time; `copies` already exist. */
function createSlowRenditions(copies: Record<string, Buffer> = {}) {
  const withOriginal = vi.fn(() => Promise.reject(new Error('timeout: 60% complete')))
  const deps = {
    db: database.db,
    store: {
      read: async (_hash: string, file: string) => copies[file],
      listFiles: async () => Object.keys(copies),
    },
    pool: { withOriginal },
    limits: imageLimits,
    log: { warn: () => {} },
  } as unknown as Parameters<typeof createRenditions>[0] // only the used parts
  return { renditions: createRenditions(deps), withOriginal }
}

test('returns 503 with Retry-After when an image is not rendered in time, and does not retry for a while', async () => {
  await registerImages(database.db, [source])
  const { renditions, withOriginal } = createSlowRenditions()
  for (let requestCount = 0; requestCount < 2; requestCount += 1)
    await expect(renditions.webp(hash, 720)).rejects.toMatchObject({
      status: 503,
      message: 'This image took too long. Please try again.',
      retryAfter: 5,
    })
  expect(withOriginal).toHaveBeenCalledTimes(1)
})

test('returns a smaller copy instead, which is not final', async () => {
  await registerImages(database.db, [source])
  const small = Buffer.from('a copy of 320 px')
  const { renditions } = createSlowRenditions({ '320.webp': small })
  expect(await renditions.webp(hash, 720)).toEqual({ bytes: small, isFinal: false })
})
