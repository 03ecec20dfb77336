import type { KnownItem } from '#db/queries/known-item.ts'
import type { collectionEntries } from '#db/schema.ts'
import { getVariantImage, type ShownVariant, toItemVariant } from '#features/products/item-variant.ts'

export type EntrySnapshot = Pick<
  typeof collectionEntries.$inferSelect,
  'title' | 'priceMinor' | 'currency' | 'image' | 'variant'
>

/** The stored snapshot of a variant beside its item's number: what is known of it now, which may be nothing. */
export function createEntrySnapshot(
  known: KnownItem | undefined,
  variant: ShownVariant | null,
): EntrySnapshot {
  const [listed] = known?.prices ?? []
  const own =
    typeof variant?.price === 'number'
      ? { amount: Math.round(variant.price * 100), currency: variant.currency }
      : listed
  const pictures = known?.pictures ?? []
  return {
    title: known?.title ?? null,
    priceMinor: own?.amount ?? null,
    currency: own?.currency ?? 'CNY',
    image: getVariantImage(variant, { pictures, thumbnail: known?.image ?? '' }) || null,
    variant: variant && toItemVariant(variant),
  }
}
