import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'

/** Addresses outside of the site, as the operator set them; null hides the link. */
export const siteSettings = z.object({
  trackingUrl: z.string(),
  extensionUrl: z.string().nullable(),
  socialUrl: z.string().nullable(),
  chatUrl: z.string().nullable(),
  publicUrl: z.string(),
})
export type SiteSettings = z.output<typeof siteSettings>

export const siteContract = defineContract({
  siteSettings: {
    method: 'GET',
    path: '/site/settings',
    access: 'anyone',
    summary: 'The links that lead out of the site.',
    reply: siteSettings,
    cache: 'shared',
  },
})
export type SiteContract = typeof siteContract
