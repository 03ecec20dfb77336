import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { qcSnapshots } from '#db/schema.ts'
import { HOUR_MS } from '#shared/time.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { useQcFixture } from '#test/fixtures/qc-fixture.ts'

const database = useDatabase()
const stage = useQcFixture(database)
const createItem = (itemId: string) => ({ shopType: 'weidian' as const, itemId })
const [first, other] = ['Outside QC source', 'Source qc-albums']

/** When what is stored of a source was said, as the wire writes it. */
async function readStoredAt(source: string): Promise<string | undefined> {
  const [row] = await database.db.select().from(qcSnapshots).where(eq(qcSnapshots.source, source))
  return row?.fetchedAt.toISOString()
}

test('a slow source is spoken for by its stored copy, and what it then says is for the next visitor', async () => {
  const item = createItem('7711603501')
  const { find } = stage.aFinder({ names: ['qc-albums'] })
  await find(item)
  const asOf = new Date(stage.now).toISOString()
  stage.now += HOUR_MS
  stage.simulator.setFault('qc', 'slow')
  const visitors = await Promise.all([find(item), find(item), find(item)])
  for (const result of visitors) {
    expect(result?.sources).toEqual([
      { name: first, state: 'unavailable', asOf },
      { name: other, state: 'photos', asOf: null },
    ])
    expect(result?.imgs).toHaveLength(7)
  }
  await eventually(async () => expect(await readStoredAt(first)).toBe(new Date(stage.now).toISOString()))
  stage.now += 3_000
  expect((await find(item))?.sources[0]).toEqual({ name: first, state: 'photos', asOf: null })
  expect([stage.calls('qc'), stage.calls('qc-albums')]).toEqual([2, 2])
})

test('a slow source of which nothing is stored is waited for', async () => {
  stage.simulator.setFault('qc', 'slow')
  const result = await stage.aFinder({ names: ['qc-albums'] }).find(createItem('7711603502'))
  expect(result?.sources.map(({ state }) => state)).toEqual(['photos', 'photos'])
})

test('where there is nothing to show meanwhile a slow source is waited for, whatever it said before', async () => {
  const item = createItem('7711603503')
  const { find } = stage.aFinder()
  stage.simulator.setFault('qc', 'unknown-item')
  await find(item)
  stage.now += HOUR_MS
  stage.simulator.setFault('qc', 'slow')
  expect((await find(item))?.sources).toEqual([{ name: first, state: 'photos', asOf: null }])
})
