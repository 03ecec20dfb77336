import { readFileSync } from 'node:fs'
import { linkSites } from '#features/product-links/link-rules.ts'
import { siteName } from '#shared/site.ts'
import { toPermissions } from '../address.ts'

export const iconSizes = [16, 32, 48, 128] as const

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/**
 * Marketplaces and agents of the parser's table; hosts that it rejects as a whole have no items to show
 * photos of.
 */
export function listItemPages(): string[] {
  const itemSites = linkSites.filter(
    ({ rules, defaultErrorCode }) => rules.length > 0 && defaultErrorCode === 'OTHER_SITE',
  )
  const hosts = itemSites.flatMap((site) => site.hosts)
  return [...new Set(hosts)].sort().map((host) => `https://*.${host}/*`)
}

export const browsers = ['chromium', 'firefox'] as const
export type BrowserName = (typeof browsers)[number]

/** What differs between the browsers. */
const ownFields = {
  chromium: {
    minimum_chrome_version: '126',
    background: { service_worker: 'background.js' },
  },
  firefox: {
    browser_specific_settings: {
      gecko: {
        id: 'extension@chopmark.invalid',
        strict_min_version: '140.0',
        // The number of the item whose page is open, and, on a press, what was read of it.
        data_collection_permissions: { required: ['browsingActivity'], optional: ['websiteContent'] },
      },
      gecko_android: { strict_min_version: '142.0' },
    },
    background: { scripts: ['background.js'] },
  },
} as const

/** The extension's manifest; with `site`, the one that it was built for. */
export function createManifest(site: string | undefined, browser: BrowserName = 'chromium') {
  const icons = Object.fromEntries(iconSizes.map((size) => [size, `icon-${size}.png`]))
  const matches = listItemPages()
  return {
    manifest_version: 3,
    name: `${siteName} QC photos`,
    short_name: siteName,
    version,
    description: 'QC photos, price and reviews of an item, beside its page at the marketplace or agent.',
    ...ownFields[browser],
    icons,
    action: { default_popup: 'popup.html', default_title: siteName, default_icon: icons },
    options_ui: { page: 'options.html', open_in_tab: true },
    permissions: ['storage', 'activeTab', 'scripting'],
    ...(site && { host_permissions: toPermissions(site).origins }),
    // The browser grants only one of these: the site that the user enters.
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    content_scripts: [{ matches, js: ['content.js'], run_at: 'document_idle' }],
    web_accessible_resources: [
      { resources: ['panel.html'], matches, ...(browser === 'chromium' && { use_dynamic_url: true }) },
    ],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: https:; connect-src https: http://localhost:* http://127.0.0.1:*; base-uri 'none'; form-action 'none'",
    },
  }
}
