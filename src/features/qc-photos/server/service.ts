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

/** The photos that this site stores: warehouse photos, and approved photos of members. */
export function createQcService({ db, pictures }: QcServiceDeps) {
  return {
    /** An item's photos, newest first; without a marketplace those of the newest item with this id. */
    async find(itemId: string, shopType?: ShopType): Promise<QcAnswer> {
      const marketplace = shopType ?? (await findItemMarketplace(db, itemId, qcPhotos, isPublicPhoto()))
      const rows = marketplace ? await selectPhotos(db, itemId, marketplace) : []
      const metadataBySource = await pictures.findMetadata(rows.map(({ image }) => image))
      const items = groupCopies(rows, metadataBySource).map((copies) =>
        serializePhoto(copies, metadataBySource, pictures),
      )
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
 * Groups copies of a photo, which may have been submitted twice. A photo with a finding is never joined with others.
 */
function groupCopies(rows: PhotoRow[], metadataBySource: MetadataBySource): [PhotoRow, ...PhotoRow[]][] {
  const groups: [PhotoRow, ...PhotoRow[]][] = []
  for (const row of rows) {
    const metadata = row.finding === null ? metadataBySource.get(row.image) : undefined
    const copies = metadata && groups.find(([{ image }]) => isCopy(metadataBySource.get(image), metadata))
    if (copies) copies.push(row)
    else groups.push([row])
  }
  return groups
}

function isCopy(left: ImageMetadata | undefined, right: ImageMetadata): boolean {
  return left !== undefined && isSamePhoto(left, right)
}

function serializePhoto(
  [row, ...copies]: [PhotoRow, ...PhotoRow[]],
  metadataBySource: MetadataBySource,
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
    placeholder: metadataBySource.get(row.image)?.colour ?? null,
  }
}
