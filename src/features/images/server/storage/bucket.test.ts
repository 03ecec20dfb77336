import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createOutbound } from '#shared/server/outbound/outbound.ts'
import { startFakeBucket } from './bucket.fake.ts'
import { openBucket } from './bucket.ts'

let fake: Awaited<ReturnType<typeof startFakeBucket>>
const log = { warn: vi.fn(), info: vi.fn() }
beforeAll(async () => {
  fake = await startFakeBucket()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.setBehavior('normal')
  fake.objects.clear()
  fake.calls.length = 0
})

function openTestBucket(url = fake.url) {
  const outbound = createOutbound({ breakerResetMs: 60_000, publicUrl: 'http://localhost:3000', log })
  return openBucket(url, { outbound, timeoutMs: 300 })
}

test('writes, reads, lists and removes objects with signed requests', async () => {
  const bucket = openTestBucket()
  const bytes = Buffer.from([0, 1, 2, 255])
  await bucket.write('pictures/a_b-c/320.webp', bytes, 'image/webp')
  expect(fake.objects.get('pictures/a_b-c/320.webp')).toEqual({ bytes, type: 'image/webp' })
  expect((await bucket.read('pictures/a_b-c/320.webp'))?.equals(bytes)).toBe(true)
  expect(await bucket.read('pictures/a_b-c/480.webp')).toBeUndefined()
  await bucket.write('media/qc/x.webp', bytes, 'image/webp')
  expect(await bucket.list('pictures/a_b-c/')).toEqual(['pictures/a_b-c/320.webp'])
  await bucket.remove('media/qc/x.webp')
  expect([...fake.objects.keys()]).toEqual(['pictures/a_b-c/320.webp'])
})

test('a wrong secret is rejected, and the error contains neither the secret nor the URL', async () => {
  const wrong = fake.url.replace('a%2Bsecret', 'another')
  const error = await openTestBucket(wrong)
    .read('a')
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'SourceError', kind: 'status', status: 403 })
  const text = JSON.stringify([error, String(error), error instanceof Error ? error.stack : ''])
  for (const word of ['another', 'AKIA', '127.0.0.1']) expect(text).not.toContain(word)
})

test.each([
  ['failing', 'status'],
  ['silent', 'timeout'],
] as const)('stops calling a bucket that is %s after five calls', async (behavior, kind) => {
  fake.setBehavior(behavior)
  const bucket = openTestBucket()
  for (let call = 0; call < 5; call += 1) {
    await expect(bucket.read('a')).rejects.toMatchObject({ name: 'SourceError', kind })
  }
  fake.setBehavior('normal')
  await expect(bucket.read('a')).rejects.toMatchObject({ kind: 'open' })
  expect(fake.calls).toHaveLength(5)
})

test('throws a SourceError when the bucket cannot be reached', async () => {
  await expect(openTestBucket('http://key:secret@127.0.0.1:1/pictures').read('a')).rejects.toMatchObject({
    kind: 'refused',
  })
})
