type InvalidationBatcherOptions = { publish: () => Promise<void>; waitMs: number; gapMs: number }

/**
 * Batches invalidations: some time after the first, and never within `gapMs` of the last batch, since each
 * makes pages be rendered anew.
 */
export function createInvalidationBatcher({ publish, waitMs, gapMs }: InvalidationBatcherOptions) {
  let timer: NodeJS.Timeout | undefined
  let lastAt = Number.NEGATIVE_INFINITY

  function publishBatch(): void {
    timer = undefined
    lastAt = performance.now()
    publish().catch(() => {}) // others have answers that are as good, without colors
  }
  return {
    invalidate(): void {
      const sinceLast = performance.now() - lastAt
      timer ??= setTimeout(publishBatch, Math.max(waitMs, gapMs - sinceLast)).unref()
    },
    close: () => clearTimeout(timer),
  }
}
