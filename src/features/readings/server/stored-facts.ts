import type { ProductInfo } from '#shared/items/product-info.ts'
import { nameAxis } from '../axis-names.ts'
import type { ReadingRow } from './shown-reading.ts'

/** What a reading says about its item. */
export type StoredFacts = Pick<
  ReadingRow,
  'title' | 'priceMinor' | 'priceToMinor' | 'currency' | 'grams' | 'variants' | 'pictures' | 'uploads'
>

/** The first facts, with what they leave open from the second ones. A price and its currency stay together. */
export function completeFacts(first: StoredFacts, second: StoredFacts): StoredFacts {
  const { priceMinor, priceToMinor, currency } = first.priceMinor === null ? second : first
  const { pictures, uploads } = first.pictures.length + first.uploads.length === 0 ? second : first
  return {
    title: first.title ?? second.title,
    priceMinor,
    priceToMinor,
    currency,
    grams: first.grams ?? second.grams,
    variants: first.variants.length === 0 ? second.variants : first.variants,
    pictures,
    uploads,
  }
}

/** What an admin has seen, in the form of a source's answer. */
export function toProductInfo(facts: StoredFacts): ProductInfo {
  const { title, priceMinor, currency, grams, pictures, uploads, variants } = facts
  return {
    title: title ?? '',
    titleOriginal: '',
    price: priceMinor === null ? null : priceMinor / 100,
    currency: currency ?? 'CNY',
    ...(grams !== null && { weight: grams }),
    imgList: [...uploads, ...pictures],
    skus: [],
    productAttr: variants.map((names, axis) => ({
      attrID: `${axis + 1}`,
      attrTrans: nameAxis(names),
      values: names.map((name, index) => ({ valueID: `${index + 1}`, valueTrans: name })),
    })),
    propsTrans: {},
  }
}
