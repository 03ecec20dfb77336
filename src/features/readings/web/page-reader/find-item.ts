import { parseLink } from '#features/product-links/parse-link.ts'
import { findMarketplaceValue } from '#features/product-links/url-parser.ts'
import type { PageReading } from '../../page-reading.ts'
import { resolveAddress } from './dom-access.ts'
import { attribute, listDescendants, type PageNode, type WalkedPage } from './walk-page.ts'

export type ReadItem = Pick<PageReading, 'shopType' | 'id' | 'skuId'>

const noItem: ReadItem = { shopType: null, id: null, skuId: null }
const maxLinks = 400
const original = /original|source|raw link|原(?:链接|网页|商品)|来源|查看原/i

/** The item of an address: marketplace, number and variant, nothing else of it. */
export function findAddressItem(address: string): ReadItem {
  const link = parseLink(address)
  if (!link.ok) return noItem
  const skuId = findMarketplaceValue(address, 'skuid') ?? ''
  return { shopType: link.shopType, id: link.id, skuId: /^\d{1,20}$/.test(skuId) ? skuId : null }
}

/** The item that links within `box` lead to: the one link called the original, or the only item. */
export function findLinkedItem(page: WalkedPage, box: PageNode): ReadItem {
  const links = [box, ...listDescendants(page, box)].filter(({ tag }) => tag === 'a').slice(0, maxLinks)
  const items = links.flatMap((link) => {
    const url = resolveAddress(attribute(link, 'href'), page.document, 8_000)
    const item = url ? findAddressItem(url.href) : noItem
    const text = page.texts
      .slice(link.firstText, link.endText)
      .map((each) => each.text)
      .join(' ')
    return item.id === null ? [] : [{ item, isOriginal: original.test(text.slice(0, 100)) }]
  })
  const named = items.find(({ isOriginal }) => isOriginal)?.item
  const [first] = items
  const isOnly = items.every(
    ({ item }) => item.id === first?.item.id && item.shopType === first?.item.shopType,
  )
  return named ?? (first && isOnly ? first.item : noItem)
}
