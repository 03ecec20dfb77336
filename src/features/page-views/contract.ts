import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'

export const pageViewsContract = defineContract({
  countPageView: {
    method: 'POST',
    path: '/page-views',
    access: 'anyone',
    summary: 'Counts a page view by kind of page and day. Nothing about the visitor is stored.',
    bodyLimit: 1024,
    limit: { count: 300, seconds: 300 },
    body: z.object({ path: z.string().max(512).startsWith('/') }),
    reply: z.null(),
  },
})
export type PageViewsContract = typeof pageViewsContract
