import { parseLink } from '#features/product-links/parse-link.ts'
import type { PanelItem } from './panel-item.ts'

/** The item whose page a URL is, and whether the page is an agent's. */
export function detectItem(url: string): (PanelItem & { isAgents: boolean }) | undefined {
  const link = parseLink(url)
  return link.ok ? { shopType: link.shopType, id: link.id, isAgents: link.agent !== null } : undefined
}
