import { useState } from 'react'
import type { InfoResult } from '#features/products/contract.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { chooseSku, useUrlSku } from '#features/products/web/details/url-sku.ts'
import type { QcItem } from '#features/qc-photos/contract.ts'
import { formatYuan, getCurrencyName } from '#shared/format/money.ts'
import { getSkuPrice, isOtherVariant } from '#shared/items/item-variant.ts'
import type { ProductInfo, Sku } from '#shared/items/product-info.ts'
import {
  findChosenSku,
  formatChoice,
  formatStock,
  getImages,
  getVariantGroups,
  type VariantGroup,
} from '#shared/items/variant-selection.ts'

/** The sku in the URL, else that of the shown variant. */
export function useChosenSku(info: InfoResult | undefined): Sku | undefined {
  const urlSku = useUrlSku()
  return info?.productInfo ? findChosenSku(info.productInfo.skus, urlSku, info.shownSku) : undefined
}

export type VariantSelection = {
  groups: VariantGroup[]
  /** The price of the chosen sku, or of the item when it has no skus. */
  price: number | null
  stock: number | null | undefined
  /** The lowest price of another variant, when it is below that of the chosen one. */
  lowestPrice: number | undefined
  /** The seller's pictures, that of the chosen sku first. */
  pictures: string[]
  /** The text for screen readers after a choice. */
  announcement: string
  choose: (skuID: string) => void
}

/** The chosen variant and the values that depend on it (§4). */
export function useVariantSelection(info: ProductInfo, sku: Sku | undefined): VariantSelection {
  const [announcement, setAnnouncement] = useState('')
  const images = getImages(info)
  const skuImages = sku && images.includes(sku.imgUrl) ? [sku.imgUrl] : []
  return {
    groups: getVariantGroups(info, sku),
    price: sku ? getSkuPrice(info, sku) : info.price,
    stock: sku?.stock,
    lowestPrice: findLowerPrice(info, sku),
    pictures: [...new Set([...skuImages, ...images])],
    announcement,
    choose: (skuID) => {
      chooseSku(skuID)
      const next = findChosenSku(info.skus, skuID)
      if (!next) return
      setAnnouncement(
        `${formatChoice(getVariantGroups(info, next))}: ${formatChoicePrice(getSkuPrice(info, next), info.currency)}, ${formatStock(next.stock)}`,
      )
    },
  }
}

/**
 * The number of QC photos that show a value. Undefined instead of 0 while photos are loading, or when some photos do not name
 * their variant.
 */
export function countPhotosByName(
  name: string,
  photos: readonly Pick<QcItem, 'variant'>[],
  isFinal: boolean,
): number | undefined {
  const count = photos.filter(({ variant }) => variant && !isOtherVariant([variant], [name])).length
  return count > 0 || (isFinal && photos.every(({ variant }) => variant)) ? count : undefined
}

function findLowerPrice({ skus }: ProductInfo, chosen: Sku | undefined): number | undefined {
  const lowest = Math.min(...skus.flatMap(({ price }) => price ?? []))
  return typeof chosen?.price === 'number' && lowest < chosen.price ? lowest : undefined
}

function formatChoicePrice(price: number | null, currency: string): string {
  return price === null
    ? productText.noPrice.toLowerCase()
    : `${formatYuan(price)} ${getCurrencyName(currency)}`
}
