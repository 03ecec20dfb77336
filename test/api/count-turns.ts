import { vi } from 'vitest'

/** How often other work had its turn meanwhile; every step of it takes a full turn. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10
    return now
  })
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    isOver = true
    clock.mockRestore()
  }
  return turns
}
