import { vi } from 'vitest'

/**
 * Waits until `check` no longer throws, and returns its result. Fifteen seconds, because Vitest's default of
 * one is short on a busy machine.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, 15_000)
}
