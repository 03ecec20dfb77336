import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isPublicPhoto } from '#db/public-photos.ts'
import { qcPhotos } from '#db/schema.ts'
import { shopOfItem } from '#db/shop-of-item.ts'
import type { ImageMetadata, ImageRegistry } from '#features/pictures/image-registry.ts'
import type { ShopType } from '#shared/shops.ts'
import type { QcAnswer, QcItem } from '../contract.ts'
import { isSamePhoto } from './same-photo.ts'

export type QcService = ReturnType<typeof createQcService>

type QcServiceDeps = { db: Db; pictures: Pick<ImageRegistry, 'addressOf' | 'factsOf'> }
type Row = typeof qcPhotos.$inferSelect
type Facts = ReadonlyMap<string, ImageMetadata>

/** Photos that this site stores: warehouses', and members' approved ones. */
export function createQcService({ db, pictures }: QcServiceDeps) {
  return {
    /** An item's photos, newest first; without a marketplace those of the item that is meant by the number. */
    async find(itemId: string, shopType?: ShopType): Promise<QcAnswer> {
      const shop = shopType ?? (await shopOfItem(db, itemId, qcPhotos, isPublicPhoto()))
      const rows = shop ? await photosOf(db, itemId, shop) : []
      const facts = await pictures.factsOf(rows.map(({ image }) => image))
      const items = togetherWithCopies(rows, facts).map((copies) => present(copies, facts, pictures))
      return { state: items.length > 0 ? 'photos' : 'none', photos: items.map(({ url }) => url), items }
    },
  }
}

function photosOf(db: Db, itemId: string, shopType: ShopType) {
  return db
    .select()
    .from(qcPhotos)
    .where(and(eq(qcPhotos.shopType, shopType), eq(qcPhotos.itemId, itemId), isPublicPhoto()))
    .orderBy(sql`${desc(qcPhotos.takenAt)} nulls last`, asc(qcPhotos.createdAt), asc(qcPhotos.image))
}

/**
 * Each photo with its copies: the same one may have been submitted twice. The finding of each stays its own.
 */
function togetherWithCopies(rows: Row[], facts: Facts): [Row, ...Row[]][] {
  const groups: [Row, ...Row[]][] = []
  for (const row of rows) {
    const known = row.finding === null ? facts.get(row.image) : undefined
    const same = known && groups.find(([{ image }]) => isCopyOf(facts.get(image), known))
    if (same) same.push(row)
    else groups.push([row])
  }
  return groups
}

function isCopyOf(one: ImageMetadata | undefined, other: ImageMetadata): boolean {
  return one !== undefined && isSamePhoto(one, other)
}

function present(
  [row, ...copies]: [Row, ...Row[]],
  facts: Facts,
  { addressOf }: QcServiceDeps['pictures'],
): QcItem {
  return {
    url: addressOf(row.image),
    source: row.source,
    sources: [...new Set([row, ...copies].map(({ source }) => source))],
    agent: row.agent,
    variant: row.variant,
    finding: row.finding,
    takenAt: row.takenAt?.toISOString() ?? null,
    width: row.width,
    height: row.height,
    placeholder: facts.get(row.image)?.colour ?? null,
  }
}
