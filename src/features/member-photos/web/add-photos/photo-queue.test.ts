import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { createPhotoQueue, hasPendingPhotos, type PhotoQueue } from './photo-queue.ts'

type SendCall = { file: Blob; onProgress: (share: number) => void; signal: AbortSignal }
let calls: (SendCall & { respond: (id: string) => void; fail: (error: Error) => void })[]
let discarded: string[]
let queue: PhotoQueue

const createFile = (name: string) => new File([name], name, { type: 'image/png' })
const createFiles = (count: number) =>
  Array.from({ length: count }, (_none, at) => createFile(`${at + 1}.png`))
const getStates = () => queue.store.get().map(({ name, state }) => `${name} ${state}`)
const findKey = (name: string) => queue.store.get().find((photo) => photo.name === name)?.key ?? 0

beforeEach(() => {
  calls = []
  discarded = []
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1
    return `blob:${made}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  queue = createPhotoQueue({
    prepare: async (file) =>
      (await file.text()).includes('bad') ? { problem: 'Please select an image file' } : { file },
    send: (file, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        calls.push({ file, onProgress, signal, respond: resolve, fail: reject })
      }),
    discard: (id) => discarded.push(id),
    describeError: (error) => String(error instanceof Error && error.message),
  })
})
afterEach(() => vi.restoreAllMocks())

const waitForCalls = (count: number) => eventually(() => expect(calls).toHaveLength(count))

test('uploads two photos at a time', async () => {
  queue.add(createFiles(3))
  await waitForCalls(2)
  expect(getStates()).toEqual(['1.png sending', '2.png sending', '3.png waiting'])
  calls[1]?.onProgress(0.4)
  expect(queue.store.get().map(({ share }) => share)).toEqual([0, 0.4, 0])
  calls[1]?.respond('b')
  await waitForCalls(3)
  calls[0]?.respond('a')
  calls[2]?.respond('c')
  await eventually(() => expect(hasPendingPhotos(queue.store.get())).toBe(false))
  expect(queue.store.get().map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('accepts at most twelve photos', async () => {
  expect(queue.add(createFiles(5))).toBe(0)
  expect(queue.add(createFiles(9))).toBe(2)
  expect(queue.store.get()).toHaveLength(12)
  expect(queue.add(createFiles(1))).toBe(1)
})

test('shows an error for a file that is not an image, and uploads the others', async () => {
  queue.add([createFile('bad.txt'), ...createFiles(2)])
  await waitForCalls(2)
  expect(queue.store.get()[0]).toMatchObject({ state: 'failed', problem: 'Please select an image file' })
  expect(calls.map((call) => call.file.size)).toEqual([5, 5])
})

test('retries only the failed photo', async () => {
  queue.add(createFiles(1))
  await waitForCalls(1)
  calls[0]?.fail(new Error('Failed to fetch'))
  await eventually(() => expect(getStates()).toEqual(['1.png failed']))
  expect(queue.store.get()[0]?.problem).toBe('Failed to fetch')
  queue.retry(findKey('1.png'))
  await waitForCalls(2)
  expect(queue.store.get()[0]?.problem).toBeUndefined()
  queue.retry(findKey('1.png')) // it is on its way already
  calls[1]?.respond('a')
  await eventually(() => expect(getStates()).toEqual(['1.png ready']))
  expect(calls).toHaveLength(2)
})

test('aborts the upload of a removed photo, and deletes it when it was stored', async () => {
  queue.add(createFiles(3))
  await waitForCalls(2)
  calls[0]?.respond('a')
  await eventually(() => expect(getStates()[0]).toBe('1.png ready'))
  queue.remove(findKey('1.png'))
  expect(discarded).toEqual(['a'])
  await waitForCalls(3)
  queue.remove(findKey('2.png'))
  expect(calls[1]?.signal.aborted).toBe(true)
  expect(getStates()).toEqual(['3.png sending'])
  queue.abandon()
  expect([getStates(), calls[2]?.signal.aborted]).toEqual([[], true])
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(3)
})

test('does not delete submitted photos', async () => {
  queue.add(createFiles(1))
  await waitForCalls(1)
  calls[0]?.respond('a')
  await eventually(() => expect(getStates()).toEqual(['1.png ready']))
  queue.clear()
  expect([getStates(), discarded]).toEqual([[], []])
})

test('moves photos by one position, and not beyond the ends', () => {
  queue.add(createFiles(3))
  const names = () => queue.store.get().map(({ name }) => name)
  queue.move(findKey('1.png'), 1)
  expect(names()).toEqual(['2.png', '1.png', '3.png'])
  queue.move(findKey('3.png'), 1)
  queue.move(findKey('2.png'), -1)
  expect(names()).toEqual(['2.png', '1.png', '3.png'])
})
