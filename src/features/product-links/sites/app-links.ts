/** The marketplaces' apps by the scheme of their links, with the site whose pages they open. */
const appSites: readonly (readonly [scheme: RegExp, site: string])[] = [
  [/taobao|^tb(?:open|lite)?$/, 'm.taobao.com'],
  [/^tmall/, 'm.tmall.com'],
  [/weidian|koudai|^wdb?(?:buyer)?$/, 'weidian.com'],
  [/1688/, 'm.1688.com'],
  [/^intent$/, ''],
]
/** Hosts of app links that contain a dot but are not web hosts. */
const appOnlyHosts = new Set(['page.tm'])
const appLink = /^([a-z0-9][a-z0-9+.-]{1,30}):\/\/(?!\/)([^/?#\s]*)/i

/**
 * The web page of an app link: on the host that it names, else on the app's site. Undefined for any other text.
 */
export function toWebLink(text: string): string | undefined {
  const [, scheme = '', hostText = ''] = appLink.exec(text) ?? []
  const site = appSites.find(([pattern]) => pattern.test(scheme.toLowerCase()))?.[1]
  if (scheme === '' || site === undefined) return undefined
  const rest = text.slice(scheme.length + '://'.length)
  const host = hostText.toLowerCase()
  const isWebHost = host.includes('.') && !appOnlyHosts.has(host)
  if (isWebHost) return `https://${rest}`
  return site === '' ? undefined : `https://${site}/${rest}`
}
