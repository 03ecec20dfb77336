import type { ShopType } from '#shared/marketplaces.ts'

/** An agent's link templates; when one is empty or missing, the agent does not buy on that marketplace. */
export type LinkTemplates = { readonly [shop in ShopType]?: string | undefined }

const placeholder = '{id}'
const absoluteUrl = /^https?:\/\/([^/?#]+)/i
/**
 * Characters that browsers read differently: a backslash is read as a slash, spaces and zero-width characters are
 * dropped. They could move the end of the host, or make a link look like another.
 */
const ambiguousCharacter = /[\s\\\p{Cc}\p{Cf}]/u

/**
 * Whether a template is an HTTP URL with a fixed host, so that `{id}` can only be in the path or after it (§5).
 */
export function isLinkTemplate(template: string): boolean {
  if (ambiguousCharacter.test(template)) return false
  const host = absoluteUrl.exec(template)?.[1]
  if (host === undefined || host.includes('{') || host.includes('@')) return false
  try {
    new URL(template.replaceAll(placeholder, '1'))
    return true
  } catch {
    return false
  }
}

/**
 * The URL of Buy (§5): the agent's template for the marketplace with every `{id}` replaced; `/` when agent,
 * marketplace, id or template is missing. An unsafe template counts as missing.
 */
export function getBuyLink(
  agent: { readonly to: LinkTemplates } | undefined,
  shopType: ShopType | undefined,
  id: string | undefined,
): string {
  if (!agent || !shopType || !id) return '/'
  const template = Object.hasOwn(agent.to, shopType) ? agent.to[shopType] : undefined
  if (!template || !isLinkTemplate(template)) return '/'
  const segment = encodeURIComponent(id.toWellFormed())
  return template.replaceAll(placeholder, () => segment)
}
