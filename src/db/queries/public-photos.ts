import { type SQL, sql } from 'drizzle-orm'
import { type collectionEntries, photoSubmissions, type products, qcPhotos } from '../schema.ts'

/** True for a QC photo that is public: it came with the site, or its submission is approved. */
export function isPublicPhoto(): SQL {
  return sql`(${qcPhotos.submissionId} is null or exists (
    select from ${photoSubmissions} where ${photoSubmissions.id} = ${qcPhotos.submissionId} and ${photoSubmissions.status} = 'approved'))`
}

type ItemColumns = Pick<typeof products | typeof collectionEntries, 'shopType' | 'itemId'>

/** The image of the newest public QC photo of an item, given as columns; photos without a date come last. */
export function selectNewestPhoto({ shopType, itemId }: ItemColumns): SQL<string | null> {
  return sql`(select ${qcPhotos.image} from ${qcPhotos}
    where ${qcPhotos.shopType} = ${shopType} and ${qcPhotos.itemId} = ${itemId} and ${isPublicPhoto()}
    order by ${qcPhotos.takenAt} desc nulls last, ${qcPhotos.createdAt} desc, ${qcPhotos.id} limit 1)`
}
