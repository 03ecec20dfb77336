import { paths } from '#shared/paths.ts'
import type { ReadLink } from '../contract.ts'
import { toHintsFragment } from './hints-in-address.ts'

/**
 * The path that a link from outside leads to: the page of its item, with the hints of its text in the fragment, or of
 * what is wrong with it. Both pages work without JavaScript. `to=qc` leads to the photos, without the hints.
 */
export function getLinkPath(link: ReadLink, to?: string | null): string {
  if (!link.ok) {
    const shortLink = link.shortLink ? `&link=${encodeURIComponent(link.shortLink)}` : ''
    return paths.refusedLink(link.code, link.why) + shortLink
  }
  const host = link.host === undefined ? '' : `?host=${encodeURIComponent(link.host)}`
  const fragment = to === 'qc' ? '#qc' : toHintsFragment(link.hints)
  return paths.product(link.shopType, link.id) + host + fragment
}
