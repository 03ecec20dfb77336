import { expect, test } from 'vitest'
import { runForRequesters, shareWork } from '#shared/server/access/requesters.ts'
import { releaseSlot } from '#shared/server/queue-slot.ts'
import { createNetworkTurns } from './network-turns.ts'

/** Calls that end on demand; `started` lists them in order. */
function createTestTurns() {
  const turns = createNetworkTurns()
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const settled = async () => {
    for (let step = 0; step < 5; step += 1) await new Promise(setImmediate)
  }
  return {
    started,
    /** A call of a network, and what it does first; the network is the first letter of its name. */
    async call(name: string, first: () => unknown = () => {}): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const network = [name.charAt(0)]
      void runForRequesters(
        () => network,
        () =>
          turns.run(async () => {
            started.push(name)
            first()
            await promise
          }),
      )
      await settled()
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.()
      await settled()
    },
  }
}

test('makes a network with many calls wait while another one is served', async () => {
  const { call, end, started } = createTestTurns()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']) await call(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  await end('a2')
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'a5'])
})

test('releases the place of a call that waits for a source or for shared work', async () => {
  const { call, started } = createTestTurns()
  const flight = shareWork(async () => {})
  await call('a1', releaseSlot)
  for (const name of ['a2', 'a3']) await call(name, flight.join)
  for (const name of ['a4', 'a5', 'a6', 'a7', 'a8']) await call(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'])
})

test('yields to the event loop between two calls that wait for nothing', async () => {
  const turns = createNetworkTurns()
  const order: string[] = []
  const calls = ['first', 'second'].map((name) =>
    turns.run(async () => {
      order.push(name)
      setImmediate(() => order.push('another'))
    }),
  )
  await Promise.all(calls)
  expect(order.slice(0, order.indexOf('second'))).toContain('another')
})
