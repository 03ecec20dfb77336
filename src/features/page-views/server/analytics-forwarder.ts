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
  everyMs: 10_000,
  /** More views than this between two batches are left out. */
  batch: 500,
  timeoutMs: 5_000,
} as const

/**
 * Forwards views to the operator's own collector in batches: the page, and nothing about the visitor. What
 * the collector does not accept is lost; our own counts are stored by us.
 */
export function createAnalyticsForwarder({ outbound, url, warn }: AnalyticsForwarderDeps) {
  let waiting: PageView[] = []
  let sending = Promise.resolve()

  async function send(): Promise<void> {
    const views = waiting
    if (views.length === 0) return
    waiting = []
    const { timeoutMs } = limits
    await outbound
      .call('collector', () => outbound.postJson(url, { views }, { timeoutMs }))
      .catch((error: unknown) => {
        const isKnown = error instanceof SourceError && error.kind === 'open'
        if (!isKnown) warn(`Views were not taken: ${error instanceof Error ? error.message : error}`)
      })
  }

  function flush(): Promise<void> {
    sending = sending.then(send)
    return sending
  }

  const timer = setInterval(flush, limits.everyMs).unref()
  return {
    add({ path, kind }: PageView): void {
      if (waiting.length < limits.batch) waiting.push({ path, kind })
    },
    flush,
    close(): Promise<void> {
      clearInterval(timer)
      return flush()
    },
  }
}
