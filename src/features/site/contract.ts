import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'

/** The operator's settings that pages need: external URLs (null hides the link), and accounts. */
export const siteSettings = z.object({
  trackingUrl: z.string(),
  extensionUrl: z.string().nullable(),
  socialUrl: z.string().nullable(),
  chatUrl: z.string().nullable(),
  publicUrl: z.string(),
  /** Whether Google sign-in is configured, and the shortest new password in characters. */
  googleSignIn: z.boolean(),
  passwordMin: z.number(),
})
export type SiteSettings = z.output<typeof siteSettings>

export const siteContract = defineContract({
  siteSettings: {
    method: 'GET',
    path: '/site/settings',
    access: 'anyone',
    summary: 'Returns the settings of this site that its pages need.',
    reply: siteSettings,
    cache: 'shared',
  },
})
export type SiteContract = typeof siteContract
