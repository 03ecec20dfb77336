import type { ShopType } from '#shared/marketplaces.ts'

/** An agent's link templates; an empty or missing one means that the agent does not buy on that marketplace. */
export type LinkTemplates = { readonly [shop in ShopType]?: string | undefined }

const placeholder = '{id}'
const webAddress = /^https?:\/\/([^/?#]+)/i
/**
 * Browsers read a backslash as a slash and drop spaces and zero-width marks: none may move the end of the
 * host, or make a link look like another.
 */
const ambiguous = /[\s\\\p{Cc}\p{Cf}]/u

/**
 * Whether a template opens a web page of one fixed host, so that `{id}` can only be in its path or behind
 * (§5).
 */
export function isLinkTemplate(template: string): boolean {
  if (ambiguous.test(template)) return false
  const host = webAddress.exec(template)?.[1]
  if (host === undefined || host.includes('{') || host.includes('@')) return false
  try {
    new URL(template.replaceAll(placeholder, '1'))
    return true
  } catch {
    return false
  }
}

/**
 * Where Buy leads (§5): the agent's template for the marketplace with every `{id}` replaced, `/` when agent,
 * marketplace, number or template is missing. An unsafe template counts as missing.
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
