import type { Platform } from '#platform/platform.ts'
import { createAnalyticsForwarder } from './analytics-forwarder.ts'
import { pageViewHandlers } from './routes.ts'
import { createPageViewService } from './service.ts'

export function createPageViewsFeature({ config, db, outbound, log }: Platform) {
  const warn = (message: string) => log.warn(message)
  const url = config.analyticsUrl
  const collector = url === undefined ? undefined : createAnalyticsForwarder({ outbound, url, warn })
  const pageViews = createPageViewService({ db, warn, forward: collector?.add })
  return {
    pageViews,
    collector,
    handlers: pageViewHandlers({ pageViews }),
    close: () => Promise.all([pageViews.close(), collector?.close()]),
  }
}
