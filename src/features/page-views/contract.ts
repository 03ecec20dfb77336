import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'

export const pageViewsContract = defineContract({
  countPageView: {
    method: 'POST',
    path: '/page-views',
    access: 'anyone',
    summary: 'Counts that a page was opened, by its kind and day; nothing about who opened it is kept.',
    bodyLimit: 1024,
    limit: { count: 300, seconds: 300 },
    body: z.object({ path: z.string().max(512).startsWith('/') }),
    reply: z.null(),
  },
})
export type PageViewsContract = typeof pageViewsContract
