import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/db.ts'
import { itemReadings, photoSubmissions, photoUploads, qcPhotos, reviewPhotos, reviews } from '#db/schema.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { getPhotoState, hashImageSource } from './signed-urls.ts'

type UnapprovedPhotosDeps = {
  db: Db
  invalidation?: Pick<Invalidation, 'subscribe'> | undefined
  /** Called with photos that were approved or deleted, before they can be requested again. */
  onChanged: (hash: string) => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The maximum delay until a change by another process is noticed. */
  checkEveryMs?: number
}
type ImageHashes = ReadonlySet<string>
/**
 * The images of each photo submission, of each version of a review and of each reading, by a key that changes with each version. The
 * images of one key never change.
 */
type ImagesBySet = ReadonlyMap<string, readonly string[]>

/**
 * Knows which images are not approved. All of them are loaded every few seconds, so that approved images need no query.
 * Only the first request, and one after a change of status in this process, waits for the database; while the database
 * fails, the last known list is used.
 */
export function createUnapprovedPhotos({
  db,
  invalidation,
  onChanged,
  log,
  checkEveryMs = 3000,
}: UnapprovedPhotosDeps) {
  let cached: { sets: ImagesBySet; hashes: ImageHashes } | undefined
  /** The hashes of `cached`; undefined after a change was published. */
  let current: ImageHashes | undefined
  let pendingCheck: { at: number; hashes: Promise<ImageHashes> } | undefined
  const unsubscribe = invalidation?.subscribe((keys) => {
    if (!keys.some(([call]) => call === undefined || callsWithPhotos.has(call))) return
    pendingCheck = undefined
    current = undefined
  })

  async function lookUpUnapproved(): Promise<ImageHashes> {
    try {
      const sets = await readUnapproved(db, cached?.sets)
      if (cached?.sets === sets) return cached.hashes
      const hashes = await readHidden(db, [...sets.values()].flat())
      const changed = cached?.hashes.difference(hashes) ?? []
      cached = { sets, hashes }
      await Promise.all([...changed].map(onChanged))
      return hashes
    } catch (err) {
      if (!cached) {
        pendingCheck = undefined
        throw err
      }
      log.warn({ err }, 'Unapproved photos could not be read from the database. The last known list is used.')
      return cached.hashes
    }
  }

  function startCheck() {
    const newCheck = { at: performance.now(), hashes: lookUpUnapproved() }
    pendingCheck = newCheck
    newCheck.hashes.then(
      (hashes) => {
        if (pendingCheck === newCheck) current = hashes
      },
      () => {}, // the waiting caller gets the error
    )
    return newCheck
  }

  return {
    /** Whether an image is not public. */
    async has(hash: string): Promise<boolean> {
      const isRecent = pendingCheck && performance.now() - pendingCheck.at <= checkEveryMs
      const { hashes } = pendingCheck && isRecent ? pendingCheck : startCheck()
      return (current ?? (await hashes)).has(hash)
    },

    /** Whether an image is a photo in this state, which a private URL names. */
    async isIn(state: string, hash: string): Promise<boolean> {
      const photos = await readPhoto(db, state.slice(0, uuidLength))
      return photos.some((photo) => hashImageSource(photo.image) === hash && getPhotoState(photo) === state)
    },

    close: () => unsubscribe?.(),
  }
}

/** The public calls whose changes may come from a change of a photo's status. */
const callsWithPhotos: ReadonlySet<unknown> = new Set(['qcPhotos', 'findReview', 'getReadings'])

const uuidLength = 36

type UnapprovedSet = {
  key: string
  submission: string | null
  review: string | null
  /** The images themselves, of a reading. */
  uploads: string[] | null
}

/** Reads the images of new sets; returns the same map when the sets have not changed. */
async function readUnapproved(db: Db, cached: ImagesBySet = new Map()): Promise<ImagesBySet> {
  const { rows } = await db.execute<UnapprovedSet>(sql`
    select id::text as key, id as submission, null as review, null::jsonb as uploads
      from ${photoSubmissions} where status <> 'approved'
    union all
    select id || ' ' || updated_at, null, id, null from ${reviews} r where not is_public
      and exists (select from ${reviewPhotos} p where p.review_id = r.id)
    union all
    select id || ' ' || updated_at, null, null, uploads from ${itemReadings}
      where jsonb_array_length(uploads) > 0 and status <> 'approved'`)
  const newRows = rows.filter(({ key }) => !cached.has(key))
  if (newRows.length === 0 && rows.length === cached.size) return cached
  const imagesBySet = await readImages(db, {
    submissions: newRows.flatMap(({ submission }) => submission ?? []),
    reviews: newRows.flatMap(({ review }) => review ?? []),
  })
  return new Map(
    rows.map(({ key, submission, review, uploads }) => [
      key,
      cached.get(key) ?? uploads ?? imagesBySet.get(submission ?? review)?.map(({ image }) => image) ?? [],
    ]),
  )
}

async function readImages(db: Db, ids: { submissions: string[]; reviews: string[] }) {
  const images = await unionAll(
    db
      .select({ set: qcPhotos.submissionId, image: qcPhotos.image })
      .from(qcPhotos)
      .where(inArray(qcPhotos.submissionId, ids.submissions)),
    db
      .select({ set: reviewPhotos.reviewId, image: reviewPhotos.image })
      .from(reviewPhotos)
      .where(inArray(reviewPhotos.reviewId, ids.reviews)),
  )
  return Map.groupBy(images, ({ set }) => set)
}

/** The images that are public nowhere: a photo of a public review may still wait for approval as a QC photo. */
async function readHidden(db: Db, unapproved: string[]): Promise<ImageHashes> {
  const { rows } = await db.execute<{ image: string }>(sql`
    select image from unnest(${sql.param(unapproved)}::text[]) image
    where not exists (select from ${reviewPhotos} p join ${reviews} r on r.id = p.review_id
        where p.image = image.image and r.is_public)
      and not exists (select from ${qcPhotos} q join ${photoSubmissions} s on s.id = q.submission_id
        where q.image = image.image and s.is_of_review and s.status = 'approved')`)
  return new Set(rows.map(({ image }) => hashImageSource(image)))
}

const isUnapproved = inArray(photoSubmissions.status, ['pending', 'denied'])

/** A photo keeps its id when it is submitted, alone or with a review. */
function readPhoto(db: Db, id: string) {
  return unionAll(
    db
      .select({ id: photoUploads.id, image: photoUploads.image, since: photoUploads.createdAt })
      .from(photoUploads)
      .where(eq(photoUploads.id, id)),
    db
      .select({ id: qcPhotos.id, image: qcPhotos.image, since: photoSubmissions.updatedAt })
      .from(qcPhotos)
      .innerJoin(photoSubmissions, eq(photoSubmissions.id, qcPhotos.submissionId))
      .where(and(eq(qcPhotos.id, id), isUnapproved)),
    db
      .select({ id: reviewPhotos.id, image: reviewPhotos.image, since: reviews.updatedAt })
      .from(reviewPhotos)
      .innerJoin(reviews, eq(reviews.id, reviewPhotos.reviewId))
      .where(and(eq(reviewPhotos.id, id), ne(reviews.status, 'approved'))),
    db
      .select({
        id: itemReadings.id,
        image: sql<string>`jsonb_array_elements_text(${itemReadings.uploads})`,
        since: itemReadings.updatedAt,
      })
      .from(itemReadings)
      .where(and(eq(itemReadings.id, id), ne(itemReadings.status, 'approved'))),
  )
}
