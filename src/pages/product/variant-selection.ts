import { useState } from 'react'
import type { InfoResult, ProductInfo, Sku } from '#features/products/contract.ts'
import { getSkuPrice, isOtherVariant } from '#features/products/item-variant.ts'
import { productText } from '#features/products/spec.ts'
import {
  findChosenSku,
  formatChoice,
  formatStock,
  getImages,
  getVariantGroups,
  type VariantGroup,
} from '#features/products/variants.ts'
import { chooseSku, useAddressSku } from '#features/products/web/details/chosen-sku.ts'
import type { QcItem } from '#features/qc-photos/contract.ts'
import { formatYuan, getCurrencyName } from '#shared/format/money.ts'

/** The sku in the address, else the shown one. */
export function useChosenSku(answer: InfoResult | undefined): Sku | undefined {
  const named = useAddressSku()
  return answer?.productInfo ? findChosenSku(answer.productInfo.skus, named, answer.shownSku) : undefined
}

export type VariantSelection = {
  groups: VariantGroup[]
  /** Of the chosen sku, or of the item where there is none. */
  price: number | null
  stock: number | null | undefined
  /** The lowest price of another variant, where that is below the chosen one's. */
  lowest: number | undefined
  /** The seller's, that of the chosen sku first. */
  pictures: string[]
  /** What a screen reader hears after a choice. */
  announcement: string
  choose: (skuID: string) => void
}

/** The chosen variant with all that depends on it (§4). */
export function useVariantSelection(info: ProductInfo, sku: Sku | undefined): VariantSelection {
  const [announcement, setAnnouncement] = useState('')
  const all = getImages(info)
  const own = sku && all.includes(sku.imgUrl) ? [sku.imgUrl] : []
  return {
    groups: sku ? getVariantGroups(info, sku) : [],
    price: sku ? getSkuPrice(info, sku) : info.price,
    stock: sku?.stock,
    lowest: findLowerPrice(info, sku),
    pictures: [...new Set([...own, ...all])],
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
 * How many photos show a value. Undefined where that is not known: while photos may still come, and "none" where some
 * do not say which variant they show.
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
