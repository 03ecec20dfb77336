import { describe, expect, test } from 'vitest'
import { images } from '#db/schema.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { usePictureFixture } from '#test/fixtures/picture-fixture.ts'

describe('image sources with changing signatures', () => {
  const database = useDatabase()
  const fixture = usePictureFixture(database)
  const createSignedUrl = (n: number, id = 'qc-1') => `${fixture.remote(id)}?sign=${n}&expires=${n}`
  const listSources = async () =>
    (await database.db.select({ source: images.source }).from(images)).map((row) => row.source)
  const waitForJobs = () =>
    eventually(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pgboss.job where name = 'pictures' and state <> 'completed'`,
      )
      expect(rows).toEqual([])
    })

  test('are one image, which is fetched from the last registered URL', async () => {
    const { pictures, get } = await fixture.aServer()
    await pictures.register([createSignedUrl(1)])
    await pictures.register([createSignedUrl(3), createSignedUrl(2)])
    expect(await listSources()).toEqual([createSignedUrl(2)])
    expect(pictures.toImageUrl(createSignedUrl(1))).toBe(pictures.toImageUrl(createSignedUrl(2)))
    expect(pictures.toImageUrl(createSignedUrl(1))).not.toBe(pictures.toImageUrl(createSignedUrl(1, 'qc-2')))
    expect((await get(createSignedUrl(4))).statusCode).toBe(200)
    const facts = await pictures.findMetadata([createSignedUrl(1), createSignedUrl(4)])
    expect([...facts.keys()]).toEqual([createSignedUrl(1), createSignedUrl(4)])
  })

  test('claimed by a client do not change the URL that is fetched', async () => {
    const { pictures } = await fixture.aServer()
    await pictures.register([createSignedUrl(1)])
    await pictures.register([createSignedUrl(666), createSignedUrl(7, 'qc-2')], { isClaim: true })
    expect((await listSources()).toSorted()).toEqual([createSignedUrl(1), createSignedUrl(7, 'qc-2')])
  })

  test('are not archived again', async () => {
    const { pictures } = await fixture.aServer({ withJobs: true })
    const before = fixture.simulator.calls('pictures')
    for (const n of [1, 2, 3]) {
      await pictures.archive([createSignedUrl(n)])
      await waitForJobs()
    }
    expect(fixture.simulator.calls('pictures') - before).toBe(1)
    expect(await listSources()).toEqual([createSignedUrl(3)])
  })

  test('that several requests store concurrently in any order do not deadlock', async () => {
    const { pictures } = await fixture.aServer()
    const many = (n: number) => Array.from({ length: 60 }, (_, at) => createSignedUrl(n, `many-${at}`))
    const responses = Array.from({ length: 12 }, (_, n) => (n % 2 ? many(n) : many(n).reverse()))
    await Promise.all(responses.map((response) => pictures.register(response)))
    expect(await database.db.$count(images)).toBe(60)
  })
})
