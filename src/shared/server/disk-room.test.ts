import { afterEach, expect, test, vi } from 'vitest'
import { createDiskRoom } from './disk-room.ts'

const megabyte = 1024 * 1024
afterEach(() => vi.useRealTimers())

/** A disk with `free` MB, and the number of its queries. */
function createDisk(size: number, free: number) {
  const disk = { free, queries: 0 }
  const queryDisk = async () => {
    disk.queries += 1
    return { bsize: megabyte, blocks: size, bavail: disk.free }
  }
  const room = createDiskRoom('/', { statfs: queryDisk })
  return { disk, leftMb: async () => (await room.left()) / megabyte }
}

test.each([
  ['a large one', 100_000, 600, 88],
  ['a large one that is full', 100_000, 100, -412],
  ['a small one', 1_000, 30, 10],
  ['one of no bytes', 0, 0, 0],
])('leaves 512 MB or 2 % of %s free, whichever is less', async (_what, size, free, left) => {
  expect(await createDisk(size, free).leftMb()).toBe(left)
})

test('queries a disk with room every two seconds and a full one each time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { disk, leftMb } = createDisk(1_000, 30)
  for (let again = 0; again < 3; again += 1) expect(await leftMb()).toBe(10)
  disk.free = 15
  expect([await leftMb(), disk.queries]).toEqual([10, 1])
  vi.advanceTimersByTime(2_001)
  for (let again = 0; again < 3; again += 1) expect(await leftMb()).toBe(-5)
  disk.free = 30
  expect([await leftMb(), disk.queries]).toEqual([10, 5])
})

test('returns unlimited room when the disk cannot be queried', async () => {
  const queryDisk = () => Promise.reject(new Error('ENOSYS'))
  expect(await createDiskRoom('/', { statfs: queryDisk }).left()).toBe(Number.POSITIVE_INFINITY)
})
