import { setImmediate } from 'node:timers/promises'

/** How long a task blocks the event loop at most, in ms; all other work waits for that long. */
const turnMs = 8

/** Yields to the event loop. */
export async function yieldEventLoop(): Promise<void> {
  await setImmediate()
}

/** For long work in small steps: call and await the result between two of them. */
export function createYielder(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () =>
    performance.now() - begun < turnMs
      ? undefined
      : yieldEventLoop().then(() => {
          begun = performance.now()
        })
}

/** Like `map`, for lists that clients send: yields to the event loop every few milliseconds. */
export async function mapYielding<T, R>(
  items: readonly T[],
  work: (item: T, place: number) => R,
): Promise<R[]> {
  const made: R[] = []
  const pause = createYielder()
  for (const [place, item] of items.entries()) {
    await pause()
    made.push(work(item, place))
  }
  return made
}
