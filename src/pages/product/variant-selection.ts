import { useState } from 'react'
import type { ProductInfo } from '#features/products/contract.ts'
import { productText } from '#features/products/spec.ts'
import {
  findChosenSku,
  formatChoice,
  formatStock,
  getChosenNames,
  getImages,
  getVariantGroups,
  type VariantGroup,
} from '#features/products/variants.ts'
import { chooseSku, useAddressSku } from '#features/products/web/details/chosen-sku.ts'
import { formatYuan, getCurrencyName } from '#shared/format/money.ts'

export type VariantSelection = {
  groups: VariantGroup[]
  /** Of the chosen sku, or of the item where there is none. */
  price: number | null
  stock: number | null | undefined
  pictures: string[]
  picture: number
  /** What a screen reader hears after a choice. */
  announcement: string
  choose: (skuID: string) => void
  choosePicture: (index: number) => void
}

/** The names of the chosen values, for what tells of them elsewhere on the page. */
export function useChosenNames(info: ProductInfo | null | undefined): string[] {
  const sku = findChosenSku(info?.skus ?? [], useAddressSku())
  return info && sku ? getChosenNames(getVariantGroups(info, sku)) : []
}

/** The chosen variant, which the address keeps, and the picture that goes with it (§4). */
export function useVariantSelection(info: ProductInfo): VariantSelection {
  const named = useAddressSku()
  const [pressed, setPressed] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const sku = findChosenSku(info.skus, named)
  const pictures = getImages(info)
  const wanted = pressed ?? (sku && sku.skuID === named ? sku.imgUrl : '')
  return {
    groups: sku ? getVariantGroups(info, sku) : [],
    price: sku ? sku.price : info.price,
    stock: sku?.stock,
    pictures,
    picture: Math.max(0, pictures.indexOf(wanted)),
    announcement,
    choose: (skuID) => {
      chooseSku(skuID)
      const next = findChosenSku(info.skus, skuID)
      if (!next) return
      setPressed(next.imgUrl)
      setAnnouncement(
        `${formatChoice(getVariantGroups(info, next))}: ${formatChoicePrice(next.price, info.currency)}, ${formatStock(next.stock)}`,
      )
    },
    choosePicture: (index) => setPressed(pictures[index]),
  }
}

function formatChoicePrice(price: number | null, currency: string): string {
  return price === null
    ? productText.noPrice.toLowerCase()
    : `${formatYuan(price)} ${getCurrencyName(currency)}`
}
