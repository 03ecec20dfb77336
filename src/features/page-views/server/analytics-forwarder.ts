import type { Outbound } from '#shared/server/outbound/outbound.ts'
import { SourceError } from '#shared/server/outbound/source-error.ts'
import type { PageView } from './service.ts'

type AnalyticsForwarderDeps = {
  outbound: Pick<Outbound, 'call' | 'postJson'>
  /** `ANALYTICS_URL`. */
  url: string
  warn: (message: string) => void
}

const limits = {
  intervalMs: 10_000,
  /** Further views between two batches are discarded. */
  maxBatchViews: 500,
  timeoutMs: 5_000,
} as const

/**
 * Forwards page views to the operator's collector in batches. A view holds its page and nothing about the visitor. A batch
 * that the collector rejects is discarded; the page views in the database are not affected.
 */
export function createAnalyticsForwarder({ outbound, url, warn }: AnalyticsForwarderDeps) {
  let queuedViews: PageView[] = []
  let lastSend = Promise.resolve()

  async function send(): Promise<void> {
    const views = queuedViews
    if (views.length === 0) return
    queuedViews = []
    const { timeoutMs } = limits
    await outbound
      .call('collector', () => outbound.postJson(url, { views }, { timeoutMs }))
      .catch((error: unknown) => {
        const isCircuitOpen = error instanceof SourceError && error.kind === 'open'
        if (isCircuitOpen) return
        const reason = error instanceof Error ? error.message : error
        warn(`The collector did not accept a batch of page views. Check ANALYTICS_URL. Reason: ${reason}`)
      })
  }

  function flush(): Promise<void> {
    lastSend = lastSend.then(send)
    return lastSend
  }

  const timer = setInterval(flush, limits.intervalMs).unref()
  return {
    add({ path, kind }: PageView): void {
      if (queuedViews.length < limits.maxBatchViews) queuedViews.push({ path, kind })
    },
    flush,
    close(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}
