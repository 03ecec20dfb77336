import type { Handlers } from '#shared/server/register-routes.ts'
import type { PageViewsContract } from '../contract.ts'
import type { PageViewService } from './service.ts'

export function pageViewHandlers({
  pageViews,
}: {
  pageViews: Pick<PageViewService, 'count'>
}): Handlers<PageViewsContract> {
  return {
    // Answered alike whether it counted or not: nothing is to be learnt here.
    countPageView: ({ body, caller }) => {
      pageViews.count(body.path, caller)
      return { data: null }
    },
  }
}
