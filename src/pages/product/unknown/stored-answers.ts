import { findOwnKind, type OwnKind } from '#features/freight/kinds/kind.ts'
import { parcelLimits } from '#features/freight/parcel.ts'
import { parseDimensions } from '#features/products/dimensions.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { createSavedText } from '#shared/web/saved-text.ts'

/** What the visitor says of an item, on this device only: its kind, grams, and `LxWxH` in cm. Null where nothing is said. */
export type ItemAnswers = { kind: OwnKind | null; grams: number | null; size: string | null }

/** A line for each item, the newest first: 'taobao/652874751412 hoodie 720 38x32x8', with '-' for what is not said. */
const savedAnswers = createSavedText(storageKeys.itemAnswers, /^\S+ /)
const maxItems = 100

/** The answers of an item; none on the server and while the page hydrates. */
export function useItemAnswers(item: ItemParams): ItemAnswers {
  return findAnswers(savedAnswers.use(), item)
}

/** Stores answers of an item beside those that it has. */
export function saveItemAnswers(item: ItemParams, changes: Partial<ItemAnswers>): void {
  savedAnswers.save(addAnswers(savedAnswers.get(), item, changes))
}

/** The text with changed answers of an item, which becomes the newest of at most 100. */
export function addAnswers(
  text: string | undefined,
  item: ItemParams,
  changes: Partial<ItemAnswers>,
): string {
  const { kind, grams, size } = { ...findAnswers(text, item), ...changes }
  const others = listLines(text).filter(([name]) => name && name !== toKey(item))
  const line = [toKey(item), kind ?? '-', grams ?? '-', size ?? '-']
  return [line, ...others]
    .slice(0, maxItems)
    .map((fields) => fields.join(' '))
    .join('\n')
}

/** The answers of an item in a text. Anyone can write a device's storage, so whatever is invalid counts as not said. */
export function findAnswers(text: string | undefined, item: ItemParams): ItemAnswers {
  const [, kind = '', weight = '', size = ''] = listLines(text).find(([name]) => name === toKey(item)) ?? []
  const grams = /^\d{1,7}$/.test(weight) ? Number(weight) : 0
  const isWeight = grams >= parcelLimits.minGrams && grams <= parcelLimits.maxGrams
  return {
    kind: findOwnKind(kind),
    grams: isWeight ? grams : null,
    size: parseDimensions(size) ? size : null,
  }
}

function listLines(text = ''): string[][] {
  return text.split('\n').map((line) => line.split(' '))
}

function toKey({ shopType, productCode }: ItemParams): string {
  return `${shopType}/${productCode}`
}
