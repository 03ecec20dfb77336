type InvalidationBatcherOptions = { publish: () => Promise<void>; waitMs: number; gapMs: number }

/**
 * Batches invalidations: publishes `waitMs` after the first one, and at least `gapMs` after the last batch, because
 * each batch causes pages to be rendered again.
 */
export function createInvalidationBatcher({ publish, waitMs, gapMs }: InvalidationBatcherOptions) {
  let timer: NodeJS.Timeout | undefined
  let lastBatchAt = Number.NEGATIVE_INFINITY

  function publishBatch(): void {
    timer = undefined
    lastBatchAt = performance.now()
    publish().catch(() => {}) // cached pages stay valid, only without colors
  }
  return {
    invalidate(): void {
      const elapsedMs = performance.now() - lastBatchAt
      timer ??= setTimeout(publishBatch, Math.max(waitMs, gapMs - elapsedMs)).unref()
    },
    close: () => clearTimeout(timer),
  }
}
