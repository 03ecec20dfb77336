import type { KnownItem } from '#db/queries/known-item.ts'
import type { collectionEntries } from '#db/schema.ts'
import { getVariantImage, type ShownVariant, toItemVariant } from '#shared/items/item-variant.ts'

export type EntrySnapshot = Pick<
  typeof collectionEntries.$inferSelect,
  'title' | 'priceMinor' | 'currency' | 'image' | 'variant'
>

/** The current title, price, image and variant of an item; unknown values are null. */
export function createEntrySnapshot(
  knownItem: KnownItem | undefined,
  variant: ShownVariant | null,
): EntrySnapshot {
  const [listedPrice] = knownItem?.prices ?? []
  const price =
    typeof variant?.price === 'number'
      ? { amount: Math.round(variant.price * 100), currency: variant.currency }
      : listedPrice
  const pictures = knownItem?.pictures ?? []
  return {
    title: knownItem?.title ?? null,
    priceMinor: price?.amount ?? null,
    currency: price?.currency ?? 'CNY',
    image: getVariantImage(variant, { pictures, thumbnail: knownItem?.image ?? '' }) || null,
    variant: variant && toItemVariant(variant),
  }
}
