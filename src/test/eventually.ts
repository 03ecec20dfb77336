import { vi } from 'vitest'

/**
 * Waits until `check` no longer throws, and gives what it then gave. Fifteen seconds, because a machine that does
 * other things too may take more than the one that Vitest waits.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, 15_000)
}
