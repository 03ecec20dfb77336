import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { knownColumns, matchesInfo, matchesProduct, toKnownItem } from '#db/queries/known-item.ts'
import { photoSubmissions, productInfos, products, qcPhotos } from '#db/schema.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { PhotoSubmission } from '../contract.ts'

export type SubmissionRow = typeof photoSubmissions.$inferSelect

type ReadSubmissionsDeps = { db: Db; pictures: Pick<ImageRegistry, 'toImageUrl' | 'toPrivateImageUrl'> }
type SubmissionSelection = { where: SQL | undefined; orderBy: SQL[]; limit: number; offset?: number }

/** Submissions with their photos and the name of their item, in at most three queries. */
export async function readSubmissions(
  { db, pictures }: ReadSubmissionsDeps,
  selection: SubmissionSelection,
): Promise<PhotoSubmission[]> {
  const { where, orderBy, limit, offset = 0 } = selection
  const rows = await db
    .select({ set: photoSubmissions, ...knownColumns })
    .from(photoSubmissions)
    .leftJoin(productInfos, matchesInfo(photoSubmissions))
    .leftJoin(products, matchesProduct(photoSubmissions))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const photos = await readPhotosBySubmission(
    db,
    rows.map(({ set }) => set.id),
  )
  return rows.map(({ set, ...knownItem }) => ({
    ...serializeSubmission(set),
    productName: toKnownItem(knownItem)?.title ?? '',
    photos: (photos.get(set.id) ?? []).map(({ id, image, width, height }) => ({
      url:
        set.status === 'approved'
          ? pictures.toImageUrl(image)
          : pictures.toPrivateImageUrl({ id, image, since: set.updatedAt }),
      width,
      height,
    })),
  }))
}

async function readPhotosBySubmission(db: Db, setIds: string[]) {
  if (setIds.length === 0) return new Map<string | null, never[]>()
  const rows = await db
    .select()
    .from(qcPhotos)
    .where(inArray(qcPhotos.submissionId, setIds))
    .orderBy(asc(qcPhotos.createdAt), asc(qcPhotos.id))
  return Map.groupBy(rows, ({ submissionId }) => submissionId)
}

/** Reads one submission, which must exist. */
export async function readSubmission(deps: ReadSubmissionsDeps, id: string): Promise<PhotoSubmission> {
  const [set] = await readSubmissions(deps, { where: eq(photoSubmissions.id, id), orderBy: [], limit: 1 })
  if (!set) throw new Error('The database returned no row for the photo submission.')
  return set
}

function serializeSubmission(row: SubmissionRow): Omit<PhotoSubmission, 'productName' | 'photos'> {
  return {
    _id: row.id,
    shopType: row.shopType,
    productCode: row.itemId,
    name: row.author,
    agent: row.agent,
    variant: row.variant,
    takenAt: row.takenAt?.toISOString() ?? null,
    isOfReview: row.isOfReview,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
