import { and, eq, inArray } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/client.ts'
import { photoSubmissions, photoUploads, qcPhotos } from '#db/schema.ts'
import type { Invalidation } from '#shared/server/cache/invalidation.ts'
import { getPhotoState, hashImageSource } from './signed-urls.ts'

type UnapprovedPhotosDeps = {
  db: Db
  invalidation?: Pick<Invalidation, 'subscribe'> | undefined
  /** Called with photos that were approved or deleted, before they can be requested again. */
  onChanged: (hash: string) => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** For how long what another process changed may go unseen, in ms. */
  checkEveryMs?: number
}
type ImageHashes = ReadonlySet<string>
/** The photos of each set, which never change: only which sets they are does. */
type HashesBySubmission = ReadonlyMap<string, readonly string[]>

/**
 * Which images are not approved. A public URL cannot be forged, so only those matter that were given one
 * before; all are loaded together every few seconds, so that approved images need no query. Only the first
 * request, or one after a change of status made here, waits for the database; while it does not answer, the
 * known state counts.
 */
export function createUnapprovedPhotos({
  db,
  invalidation,
  onChanged,
  log,
  checkEveryMs = 3000,
}: UnapprovedPhotosDeps) {
  let known: { sets: HashesBySubmission; hashes: ImageHashes } | undefined
  /** The same, unless a change was notified since. */
  let current: ImageHashes | undefined
  let check: { at: number; hashes: Promise<ImageHashes> } | undefined
  const unsubscribe = invalidation?.subscribe((keys) => {
    if (!keys.some(([call]) => call === undefined || call === 'qcPhotos')) return
    check = undefined
    current = undefined
  })

  async function lookUpUnapproved(): Promise<ImageHashes> {
    try {
      const sets = await readUnapproved(db, known?.sets)
      if (known?.sets === sets) return known.hashes
      const hashes = new Set([...sets.values()].flat())
      const changed = known?.hashes.difference(hashes) ?? []
      known = { sets, hashes }
      await Promise.all([...changed].map(onChanged))
      return hashes
    } catch (err) {
      if (!known) {
        check = undefined
        throw err
      }
      log.warn({ err }, 'unapproved photos could not be looked up')
      return known.hashes
    }
  }

  function startCheck() {
    const begun = { at: performance.now(), hashes: lookUpUnapproved() }
    check = begun
    begun.hashes.then(
      (hashes) => {
        if (check === begun) current = hashes
      },
      () => {}, // the waiting caller gets the error
    )
    return begun
  }

  return {
    /** Whether an image is not public. */
    async has(hash: string): Promise<boolean> {
      const isRecent = check && performance.now() - check.at <= checkEveryMs
      const { hashes } = check && isRecent ? check : startCheck()
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

const uuidLength = 36

/** Reads the photos of sets that were not known before; when the sets are the same, so is what is given back. */
async function readUnapproved(db: Db, known: HashesBySubmission = new Map()): Promise<HashesBySubmission> {
  const ids = (await db.select({ id: photoSubmissions.id }).from(photoSubmissions).where(isUnapproved)).map(
    ({ id }) => id,
  )
  const added = ids.filter((id) => !known.has(id))
  if (added.length === 0 && ids.length === known.size) return known
  const { submissionId, image } = qcPhotos
  const photos = await db.select({ submissionId, image }).from(qcPhotos).where(inArray(submissionId, added))
  const read = Map.groupBy(photos, (photo) => photo.submissionId)
  return new Map(
    ids.map((id) => [id, known.get(id) ?? read.get(id)?.map((photo) => hashImageSource(photo.image)) ?? []]),
  )
}

const isUnapproved = inArray(photoSubmissions.status, ['pending', 'denied'])

/** A photo keeps its id when it is submitted. */
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
  )
}
