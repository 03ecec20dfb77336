import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long the event loop is held at once, in ms; what others wait for at most, many times over. */
const turnMs = 8

/** Like `map`, for lists that people send: lets everything else have its turn every few milliseconds. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  work: (item: T, place: number) => R,
): Promise<R[]> {
  const made: R[] = []
  let begun = performance.now()
  for (const [place, item] of items.entries()) {
    if (performance.now() - begun > turnMs) {
      await nextTurn()
      begun = performance.now()
    }
    made.push(work(item, place))
  }
  return made
}
