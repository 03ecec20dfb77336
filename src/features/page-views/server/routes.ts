import type { Handlers } from '#shared/server/register-routes.ts'
import type { PageViewsContract } from '../contract.ts'
import type { PageViewService } from './service.ts'

/** The handlers of the page view calls. */
export function pageViewHandlers({
  pageViews,
}: {
  pageViews: Pick<PageViewService, 'count'>
}): Handlers<PageViewsContract> {
  return {
    // The response is the same whether or not the view counted, so that it reveals nothing.
    countPageView: ({ body, caller }) => {
      pageViews.count(body.path, caller)
      return { data: null }
    },
  }
}
