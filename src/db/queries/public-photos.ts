import { and, count, eq, max, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import { type collectionEntries, photoSubmissions, type products, qcPhotos } from '../schema.ts'

/** True for a QC photo that is public: it came with the site, or its submission is approved. */
export function isPublicPhoto(): SQL {
  return sql`(${qcPhotos.submissionId} is null or exists (
    select from ${photoSubmissions} where ${photoSubmissions.id} = ${qcPhotos.submissionId} and ${photoSubmissions.status} = 'approved'))`
}

type ItemColumns =
  | Pick<typeof products, 'shopType' | 'itemId'>
  | Pick<typeof collectionEntries, 'shopType' | 'itemId'>

/** The newest public QC photo of a variant, or of photos without a variant. */
export type LabeledPhoto = { variant: string | null; image: string }

/**
 * A lateral subquery about the public QC photos of an item: their number, the date of the newest, and the newest photo of each
 * variant, the newest first. Photos without a date come last.
 */
export function selectPhotoSummary(db: Db, { shopType, itemId }: ItemColumns) {
  const { variant, takenAt, createdAt, id, image } = qcPhotos
  const byVariant = db
    .select({
      variant,
      photos: count().as('photos'),
      newest: max(takenAt).as('newest'),
      added: max(createdAt).as('added'),
      image:
        sql<string>`(array_agg(${image} order by ${takenAt} desc nulls last, ${createdAt} desc, ${id}))[1]`.as(
          'image',
        ),
    })
    .from(qcPhotos)
    .where(and(eq(qcPhotos.shopType, shopType), eq(qcPhotos.itemId, itemId), isPublicPhoto()))
    .groupBy(variant)
    .as('by_variant')
  return db
    .select({
      photos: sql<number>`coalesce(sum(${byVariant.photos}), 0)::int`.as('photos'),
      newest: sql`max(${byVariant.newest})`.mapWith(takenAt).as('newest'),
      labeled: sql<
        LabeledPhoto[]
      >`coalesce(json_agg(json_build_object('variant', ${byVariant.variant}, 'image', ${byVariant.image})
        order by ${byVariant.newest} desc nulls last, ${byVariant.added} desc), '[]')`.as('labeled'),
    })
    .from(byVariant)
    .as('qc')
}
