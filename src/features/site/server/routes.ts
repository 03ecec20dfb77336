import type { Handlers } from '#shared/server/register-routes.ts'
import type { SiteContract, SiteSettings } from '../contract.ts'

export function siteHandlers(settings: SiteSettings): Handlers<SiteContract> {
  return { siteSettings: () => ({ data: settings }) }
}
