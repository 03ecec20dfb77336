import { setImmediate } from 'node:timers/promises'

/** Maximum time in ms for which a task blocks the event loop, and with it all other work. */
const maxBlockMs = 8

/** Yields to the event loop. */
export async function yieldEventLoop(): Promise<void> {
  await setImmediate()
}

/** For long work in small steps. Call the returned function between two steps and await its result. */
export function createYielder(): () => Promise<void> | undefined {
  let startedAtMs = performance.now()
  return () =>
    performance.now() - startedAtMs < maxBlockMs
      ? undefined
      : yieldEventLoop().then(() => {
          startedAtMs = performance.now()
        })
}

/** Like `map`, for lists that clients send: yields to the event loop every few milliseconds. */
export async function mapYielding<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = []
  const pause = createYielder()
  for (const [index, item] of items.entries()) {
    await pause()
    results.push(work(item, index))
  }
  return results
}
