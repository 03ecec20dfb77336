import { vi } from 'vitest'

/** Counts how often other work could run while `work` ran. The fake clock makes each step of `work` long enough to yield. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 10
    return nowMs
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
