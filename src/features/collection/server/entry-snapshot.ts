import type { KnownItem } from '#db/queries/known-item.ts'
import type { collectionEntries } from '#db/schema.ts'

export type EntrySnapshot = Pick<
  typeof collectionEntries.$inferSelect,
  'title' | 'priceMinor' | 'currency' | 'image'
>

/** The stored snapshot of an item beside its number: what is known of it now, which may be nothing. */
export function createEntrySnapshot(known: KnownItem | undefined): EntrySnapshot {
  const [first] = known?.prices ?? []
  return {
    title: known?.title ?? null,
    priceMinor: first?.amount ?? null,
    currency: first?.currency ?? 'CNY',
    image: known?.image ?? null,
  }
}
