type Options = { publish: () => Promise<void>; waitMs: number; gapMs: number }

/**
 * Passes news on in bundles: a while after the first of them, and never sooner than `gapMs` after the last bundle, since
 * each makes pages be drawn anew.
 */
export function createInvalidationBatcher({ publish, waitMs, gapMs }: Options) {
  let timer: NodeJS.Timeout | undefined
  let lastAt = Number.NEGATIVE_INFINITY

  function pass(): void {
    timer = undefined
    lastAt = performance.now()
    publish().catch(() => {}) // who did not hear of it has answers that are as good, without colours
  }
  return {
    tell(): void {
      const sinceLast = performance.now() - lastAt
      timer ??= setTimeout(pass, Math.max(waitMs, gapMs - sinceLast)).unref()
    },
    close: () => clearTimeout(timer),
  }
}
