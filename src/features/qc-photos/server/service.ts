import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { findItemMarketplace } from '#db/queries/item-marketplaces.ts'
import { isPublicPhoto } from '#db/queries/public-photos.ts'
import { qcPhotos } from '#db/schema.ts'
import type { ImageMetadata, ImageRegistry } from '#features/images/image-registry.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { QcAnswer, QcItem } from '../contract.ts'
import { isSamePhoto } from './same-photo.ts'

export type QcService = ReturnType<typeof createQcService>

type QcServiceDeps = { db: Db; pictures: Pick<ImageRegistry, 'toImageUrl' | 'findMetadata'> }
type PhotoRow = typeof qcPhotos.$inferSelect
type MetadataBySource = ReadonlyMap<string, ImageMetadata>

/** Photos that this site stores: warehouses', and members' approved ones. */
export function createQcService({ db, pictures }: QcServiceDeps) {
  return {
    /** An item's photos, newest first; without a marketplace those of the item that is meant by the number. */
    async find(itemId: string, shopType?: ShopType): Promise<QcAnswer> {
      const shop = shopType ?? (await findItemMarketplace(db, itemId, qcPhotos, isPublicPhoto()))
      const rows = shop ? await selectPhotos(db, itemId, shop) : []
      const facts = await pictures.findMetadata(rows.map(({ image }) => image))
      const items = groupCopies(rows, facts).map((copies) => serializePhoto(copies, facts, pictures))
      return { state: items.length > 0 ? 'photos' : 'none', photos: items.map(({ url }) => url), items }
    },
  }
}

function selectPhotos(db: Db, itemId: string, shopType: ShopType) {
  return db
    .select()
    .from(qcPhotos)
    .where(and(eq(qcPhotos.shopType, shopType), eq(qcPhotos.itemId, itemId), isPublicPhoto()))
    .orderBy(sql`${desc(qcPhotos.takenAt)} nulls last`, asc(qcPhotos.createdAt), asc(qcPhotos.image))
}

/**
 * Each photo with its copies: the same one may have been submitted twice. The finding of each stays its own.
 */
function groupCopies(rows: PhotoRow[], facts: MetadataBySource): [PhotoRow, ...PhotoRow[]][] {
  const groups: [PhotoRow, ...PhotoRow[]][] = []
  for (const row of rows) {
    const metadata = row.finding === null ? facts.get(row.image) : undefined
    const copies = metadata && groups.find(([{ image }]) => isCopy(facts.get(image), metadata))
    if (copies) copies.push(row)
    else groups.push([row])
  }
  return groups
}

function isCopy(one: ImageMetadata | undefined, other: ImageMetadata): boolean {
  return one !== undefined && isSamePhoto(one, other)
}

function serializePhoto(
  [row, ...copies]: [PhotoRow, ...PhotoRow[]],
  facts: MetadataBySource,
  { toImageUrl }: QcServiceDeps['pictures'],
): QcItem {
  return {
    url: toImageUrl(row.image),
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
