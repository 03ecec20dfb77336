import { describe, expect, test } from 'vitest'
import { images } from '#db/schema.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { usePictureFixture } from '#test/fixtures/picture-fixture.ts'

describe('addresses whose signature changes', () => {
  const database = useDatabase()
  const stage = usePictureFixture(database)
  const signed = (n: number, id = 'qc-1') => `${stage.remote(id)}?sign=${n}&expires=${n}`
  const sources = async () =>
    (await database.db.select({ source: images.source }).from(images)).map((row) => row.source)
  const jobsDone = () =>
    eventually(async () => {
      const { rows } = await database.pool.query(
        `select 1 from pgboss.job where name = 'pictures' and state <> 'completed'`,
      )
      expect(rows).toEqual([])
    })

  test('are one picture of ours, which is fetched where it was said to be last', async () => {
    const { pictures, get } = await stage.aServer()
    await pictures.keep([signed(1)])
    await pictures.keep([signed(3), signed(2)])
    expect(await sources()).toEqual([signed(2)])
    expect(pictures.toImageUrl(signed(1))).toBe(pictures.toImageUrl(signed(2)))
    expect(pictures.toImageUrl(signed(1))).not.toBe(pictures.toImageUrl(signed(1, 'qc-2')))
    expect((await get(signed(4))).statusCode).toBe(200)
    const facts = await pictures.findMetadata([signed(1), signed(4)])
    expect([...facts.keys()]).toEqual([signed(1), signed(4)])
  })

  test('of which a visitor tells do not change where it is fetched', async () => {
    const { pictures } = await stage.aServer()
    await pictures.keep([signed(1)])
    await pictures.keep([signed(666), signed(7, 'qc-2')], { isClaim: true })
    expect((await sources()).toSorted()).toEqual([signed(1), signed(7, 'qc-2')])
  })

  test('are not archived again', async () => {
    const { pictures } = await stage.aServer({ withJobs: true })
    const before = stage.simulator.calls('pictures')
    for (const n of [1, 2, 3]) {
      await pictures.archive([signed(n)])
      await jobsDone()
    }
    expect(stage.simulator.calls('pictures') - before).toBe(1)
    expect(await sources()).toEqual([signed(3)])
  })

  test('that several requests store concurrently in any order do not deadlock', async () => {
    const { pictures } = await stage.aServer()
    const many = (n: number) => Array.from({ length: 60 }, (_, at) => signed(n, `many-${at}`))
    const responses = Array.from({ length: 12 }, (_, n) => (n % 2 ? many(n) : many(n).reverse()))
    await Promise.all(responses.map((response) => pictures.keep(response)))
    expect(await database.db.$count(images)).toBe(60)
  })
})
