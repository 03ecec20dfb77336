import { expect, test } from 'vitest'
import { compressResponse, encodeJson } from './encoded-response.ts'

test.each([10, 3_000, 300_000])('holds no memory besides its own for %d bytes', async (length) => {
  const { identity, br, gzip } = await compressResponse(encodeJson('x'.repeat(length)))
  for (const bytes of [identity, br, gzip]) expect(bytes?.buffer.byteLength).toBe(bytes?.length)
})
