import type { SiteSettings } from '../contract.ts'

/**
 * The community's pages as the operator configured them; without a URL there is no link (§2 corner links).
 */
export function listCommunityLinks({ socialUrl, chatUrl }: SiteSettings) {
  const all = [
    { name: 'Community', url: socialUrl },
    { name: 'Chat channel', url: chatUrl },
  ] as const
  return all.flatMap(({ name, url }) => (url ? [{ name, url }] : []))
}
