/** The marketplaces' apps, by the scheme of their links, and the site whose pages they open. */
const homes: readonly (readonly [scheme: RegExp, home: string])[] = [
  [/taobao|^tb(?:open|lite)?$/, 'm.taobao.com'],
  [/^tmall/, 'm.tmall.com'],
  [/weidian|koudai|^wdb?(?:buyer)?$/, 'weidian.com'],
  [/1688/, 'm.1688.com'],
  [/^intent$/, ''],
]
/** Hosts of app links with a dot, and yet none of the web. */
const screens = new Set(['page.tm'])
const appLink = /^([a-z0-9][a-z0-9+.-]{1,30}):\/\/(?!\/)([^/?#\s]*)/i

/**
 * The web page that an app's link stands for: on the host that it names, else on the app's own
 * site. Undefined for any other text.
 */
export function toWebLink(text: string): string | undefined {
  const [, scheme = '', written = ''] = appLink.exec(text) ?? []
  const home = homes.find(([pattern]) => pattern.test(scheme.toLowerCase()))?.[1]
  if (scheme === '' || home === undefined) return undefined
  const rest = text.slice(scheme.length + '://'.length)
  const host = written.toLowerCase()
  const isOfTheWeb = host.includes('.') && !screens.has(host)
  if (isOfTheWeb) return `https://${rest}`
  return home === '' ? undefined : `https://${home}/${rest}`
}
