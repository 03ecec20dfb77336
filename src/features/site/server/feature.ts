import type { Platform } from '#platform/platform.ts'
import type { SiteSettings } from '../contract.ts'
import { siteHandlers } from './routes.ts'

/** What pages must know of the configuration. */
export function createSiteFeature({ config }: Platform) {
  const { trackingUrl, extensionUrl, socialUrl, chatUrl, publicUrl, google, passwordMin } = config
  const links = { trackingUrl, extensionUrl, socialUrl, chatUrl, publicUrl }
  const settings: SiteSettings = { ...links, googleSignIn: google !== undefined, passwordMin }
  return { handlers: siteHandlers(settings) }
}
