import { setImmediate } from 'node:timers/promises'

/** How long the event loop is held at once, in ms; what others wait for at most, many times over. */
const turnMs = 8

/** Lets everybody else have their turn. */
export async function nextTurn(): Promise<void> {
  await setImmediate()
}

/** For long work in small steps: what it gives is called, and waited for, between two of them. */
export function takeTurns(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () =>
    performance.now() - begun < turnMs
      ? undefined
      : nextTurn().then(() => {
          begun = performance.now()
        })
}

/** Like `map`, for lists that people send: lets everything else have its turn every few milliseconds. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  work: (item: T, place: number) => R,
): Promise<R[]> {
  const made: R[] = []
  const pause = takeTurns()
  for (const [place, item] of items.entries()) {
    await pause()
    made.push(work(item, place))
  }
  return made
}
