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
 * The rules of an unknown host: parameters with a marketplace and an item number, or a nested link of a known site.
 */
export const unknownSite: LinkSite = {
  ...siteDefaults,
  hosts: [],
  rules: [{ ids: idParameters, shops: [...shopParameters, 'source'] }],
  wraps: wrapParameters,
  isUnknown: true,
}

/** The rules of an unknown host inside another link: only its nested links count. */
export const unknownInnerSite: LinkSite = { ...unknownSite, rules: [] }

/** Archives and translators. Their URLs contain the original link in the path or in the host. */
export const wrappers: readonly LinkSite[] = [
  {
    ...unknownInnerSite,
    hosts: splitWords(`
    archive.org archive.today archive.ph archive.is archive.md archive.li archive.vn archive.fo
  `),
    unwrap: (link) => readPathLink(link),
  },
  { ...unknownInnerSite, hosts: ['translate.goog'], unwrap: readTranslatedHost },
]

/** The part of a path before the original link: `/web/2024/https://…`, `/newest/https://…`, `/o/aBcDe/https://…`. */
const pathPrefix = /^\/(?:[\w*-]{1,40}\/){0,3}(?=https?(?::|%3a)|[a-z0-9-]+\.[a-z0-9.-]+\/)/i

function readPathLink(link: string): string | undefined {
  const path = link.slice(findAuthorityEnd(link, findAuthorityStart(link)))
  const prefix = pathPrefix.exec(path)?.[0]
  return prefix === undefined ? undefined : path.slice(prefix.length)
}

/** In `item-taobao-com.translate.goog` a dot is written as a hyphen, and a hyphen as two. */
function readTranslatedHost(link: string, host: string): string {
  const label = host.slice(0, host.indexOf('.'))
  const original = label.replace(/--?/g, (hyphens) => (hyphens === '-' ? '.' : '-'))
  return `https://${original}${link.slice(findAuthorityEnd(link, findAuthorityStart(link)))}`
}
