import { findAuthorityEnd, findAuthorityStart } from '../url-parts.ts'
import {
  idParameters,
  type LinkSite,
  shopParameters,
  siteDefaults,
  splitWords,
  wrapParameters,
} from './link-site.ts'

/**
 * What is read of a host that stands nowhere: a marketplace named in a parameter, with a number, or a link of a known site
 * inside.
 */
export const unknownSite: LinkSite = {
  ...siteDefaults,
  hosts: [],
  readings: [{ ids: idParameters, shops: [...shopParameters, 'source'] }],
  wraps: wrapParameters,
  isStranger: true,
}

/** A host that stands nowhere, inside another link: nothing but the link in it counts. */
export const passingSite: LinkSite = { ...unknownSite, readings: [] }

/** Archives and translators, whose links have the page's own in the path or in the host. */
export const wrappers: readonly LinkSite[] = [
  {
    ...passingSite,
    hosts: splitWords(`
    archive.org archive.today archive.ph archive.is archive.md archive.li archive.vn archive.fo
  `),
    unwrap: (link) => readPathLink(link),
  },
  { ...passingSite, hosts: ['translate.goog'], unwrap: readTranslatedHost },
]

/** Behind a date or a word: `/web/2024/https://…`, `/newest/https://…`, `/o/aBcDe/https://…`. */
const pathLink = /^\/(?:[\w*-]{1,40}\/){0,3}(?=https?(?::|%3a)|[a-z0-9-]+\.[a-z0-9.-]+\/)/i

function readPathLink(link: string): string | undefined {
  const path = link.slice(findAuthorityEnd(link, findAuthorityStart(link)))
  const before = pathLink.exec(path)?.[0]
  return before === undefined ? undefined : path.slice(before.length)
}

/** `item-taobao-com.translate.goog`: dots are hyphens there, and hyphens two of them. */
function readTranslatedHost(link: string, host: string): string {
  const label = host.slice(0, host.indexOf('.'))
  const original = label.replace(/--?/g, (mark) => (mark === '-' ? '.' : '-'))
  return `https://${original}${link.slice(findAuthorityEnd(link, findAuthorityStart(link)))}`
}
