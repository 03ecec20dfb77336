import { afterEach, describe, expect, test, vi } from 'vitest'
import { photoSubmissions } from '#db/schema.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { aQcPhoto, aQcSet } from '#support/factories.ts'
import { useDatabase } from '#test/database.ts'
import { usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { hashImageSource } from './signed-urls.ts'
import { createUnapprovedPhotos } from './unapproved-photos.ts'

describe('unapproved photos', () => {
  const database = useDatabase()
  const fixture = usePictureFixture(database)
  const onChanged = vi.fn(async (_hash: string) => {})
  afterEach(() => {
    vi.restoreAllMocks()
    onChanged.mockClear()
  })
  const list = (checkEveryMs?: number) =>
    createUnapprovedPhotos({
      db: database.db,
      log: fixture.log,
      onChanged,
      ...(checkEveryMs && { checkEveryMs }),
    })

  async function aPhoto(status: 'pending' | 'approved') {
    const set = await aQcSet(database.db, { status })
    return aQcPhoto(database.db, { submissionId: set.id, itemId: set.itemId })
  }

  test('reads the list once for concurrent requests', async () => {
    const [waiting, approved] = [await aPhoto('pending'), await aPhoto('approved')]
    const queries = vi.spyOn(database.db, 'execute')
    const { has } = list()
    const hashes = [waiting, approved].map(({ image }) => hashImageSource(image))
    const results = await Promise.all([...hashes, ...hashes].map((hash) => has(hash)))
    expect(results).toEqual([true, false, true, false])
    expect(queries).toHaveBeenCalledTimes(2) // the submissions, and which of their images are not public
  })

  test('reads the images of a set once, and calls onChanged when the set is approved', async () => {
    const photo = await aPhoto('pending')
    const queries = vi.spyOn(database.db, 'select')
    const invalidation = createLocalInvalidation()
    const { has } = createUnapprovedPhotos({ db: database.db, log: fixture.log, onChanged, invalidation })
    const isUnapproved = async ({ image }: { image: string }) => {
      await invalidation.publish([['qcPhotos']]) // so that the list is read again
      return has(hashImageSource(image))
    }
    /** Of submissions and of reviews. */
    const readPhotos = () => queries.mock.calls.filter(([columns]) => columns && 'image' in columns).length
    expect([await isUnapproved(photo), await isUnapproved(photo), readPhotos()]).toEqual([true, true, 2])
    const other = await aPhoto('pending')
    expect([await isUnapproved(other), await isUnapproved(photo), readPhotos()]).toEqual([true, true, 4])
    await database.db.update(photoSubmissions).set({ status: 'approved' })
    expect([await isUnapproved(photo), await isUnapproved(other)]).toEqual([false, false])
    const hashes = [photo, other].map(({ image }) => hashImageSource(image))
    expect(onChanged.mock.calls.map(([hash]) => hash)).toEqual(expect.arrayContaining(hashes))
    await database.db.update(photoSubmissions).set({ status: 'denied' })
    expect(await isUnapproved(photo)).toBe(true)
  })

  test('keeps the last list while the database fails, and rejects without a list', async () => {
    const hash = hashImageSource((await aPhoto('pending')).image)
    const fail = () => {
      throw new Error('The database is away.')
    }
    const { has } = list(-1) // each time
    vi.spyOn(database.db, 'select').mockImplementationOnce(fail)
    await expect(has(hash)).rejects.toThrow('away')
    expect(await has(hash)).toBe(true)
    vi.spyOn(database.db, 'select').mockImplementationOnce(fail)
    expect(await has(hash)).toBe(true)
    expect(onChanged).not.toHaveBeenCalled()
  })

  test('responds from memory while the database is slow', async () => {
    const hash = hashImageSource((await aPhoto('pending')).image)
    const { has } = list(-1) // each time
    expect(await has(hash)).toBe(true)
    const queries = vi.spyOn(database.db, 'execute').mockReturnValue(new Promise(() => {}) as never)
    expect(await has(hash)).toBe(true)
    expect(queries).toHaveBeenCalledTimes(1)
  })

  test('has a private URL that forms cannot use for public content', async () => {
    const photo = await aPhoto('pending')
    const { pictures } = await fixture.aServer()
    await pictures.register([photo.image])
    const behind = (address: string) => pictures.resolveImageSource(address)
    expect(await behind(pictures.toImageUrl(photo.image))).toBe(photo.image)
    expect(await behind(pictures.toPrivateImageUrl({ ...photo, since: new Date() }))).toBeUndefined()
  })
})
