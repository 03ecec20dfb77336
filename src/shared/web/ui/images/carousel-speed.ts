/**
 * A slide's time in ms as Embla's `duration`, which is a unit of its own: by the library's steps 99 % of the
 * way are done after 500 ms at 20, and each unit more takes 38 ms more, whatever the width.
 */
export function toEmblaDuration(ms: number): number {
  return 20 + (ms - 500) / 38
}
