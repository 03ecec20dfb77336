import { afterEach, expect, test, vi } from 'vitest'
import { createDiskRoom } from './disk-room.ts'

const megabyte = 1024 * 1024
afterEach(() => vi.useRealTimers())

/** A disk of which so many MB are free, and how often it was asked. */
function aDisk(size: number, free: number) {
  const disk = { free, asked: 0 }
  const ask = async () => {
    disk.asked += 1
    return { bsize: megabyte, blocks: size, bavail: disk.free }
  }
  const room = createDiskRoom('/', { ask })
  return { disk, leftMb: async () => (await room.left()) / megabyte }
}

test.each([
  ['a large one', 100_000, 600, 88],
  ['a large one that is full', 100_000, 100, -412],
  ['a small one', 1_000, 30, 10],
  ['one of no bytes', 0, 0, 0],
])('of %s 512 MB or 2 % stay free, whichever is less', async (_what, size, free, left) => {
  expect(await aDisk(size, free).leftMb()).toBe(left)
})

test('a disk that has room is asked every other second, one that has none each time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { disk, leftMb } = aDisk(1_000, 30)
  for (let again = 0; again < 3; again += 1) expect(await leftMb()).toBe(10)
  disk.free = 15
  expect([await leftMb(), disk.asked]).toEqual([10, 1])
  vi.advanceTimersByTime(2_001)
  for (let again = 0; again < 3; again += 1) expect(await leftMb()).toBe(-5)
  disk.free = 30
  expect([await leftMb(), disk.asked]).toEqual([10, 5])
})

test('a disk that cannot be asked has room: writing will tell', async () => {
  const ask = () => Promise.reject(new Error('ENOSYS'))
  expect(await createDiskRoom('/', { ask }).left()).toBe(Number.POSITIVE_INFINITY)
})
