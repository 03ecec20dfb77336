import type { ProductLinksContract } from '#features/product-links/contract.ts'
import type { ApiClient } from '#shared/contract.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { readingLimits } from '../../page-reading.ts'
import { parsePictureAddress } from '../../picture-address.ts'
import type { ReadingFacts } from './reading-parts.ts'

export const noFacts: ReadingFacts = {
  title: null,
  price: null,
  priceTo: null,
  currency: null,
  weightGrams: null,
  variants: [],
  pictures: [],
}

/** `otherItem`: the text is about another item, so nothing of it is taken. */
export type PastedFacts = { facts: ReadingFacts; otherItem: boolean }

const pictureEnding = /\.(?:jpe?g|png|webp|avif)(?:_[^/]*)?$/i

/** What a pasted text says about the item: title and price as the link box reads them, and addresses of pictures. */
export async function readPasted(send: ApiClient, item: ItemParams, text: string): Promise<PastedFacts> {
  const pieces = text.split(/\s+/).filter((word) => word !== '')
  const pictures = pieces.flatMap((word) => toPicture(word) ?? [])
  const rest = pieces.filter((word) => toPicture(word) === undefined).join(' ')
  if (rest === '') return { facts: { ...noFacts, pictures: limit(pictures) }, otherItem: false }
  const { data } = await send<ProductLinksContract['parseLinks']>('POST /links/parse', {
    body: { texts: [rest] },
  })
  const [link] = data
  const otherItem = link?.ok === true && (link.shopType !== item.shopType || link.id !== item.productCode)
  if (!link || otherItem) return { facts: { ...noFacts, pictures: limit(pictures) }, otherItem }
  const { title, price, priceTo, currency } = link.hints
  return {
    facts: { ...noFacts, title, price, priceTo, currency, pictures: limit(pictures) },
    otherItem: false,
  }
}

function toPicture(word: string): string | undefined {
  const address = parsePictureAddress(word)
  return address && pictureEnding.test(new URL(address).pathname) ? address : undefined
}

const limit = (pictures: string[]) => [...new Set(pictures)].slice(0, readingLimits.pictures)
