import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { qcSnapshots } from '#db/schema.ts'
import { HOUR_MS } from '#shared/time.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { useQcFixture } from '#test/fixtures/qc-fixture.ts'

const database = useDatabase()
const fixture = useQcFixture(database)
const createItem = (itemId: string) => ({ shopType: 'weidian' as const, itemId })
const [defaultSource, secondSource] = ['Outside QC source', 'Source qc-albums']

/** The time of a source's stored photos, as ISO 8601. */
async function readStoredAt(source: string): Promise<string | undefined> {
  const [row] = await database.db.select().from(qcSnapshots).where(eq(qcSnapshots.source, source))
  return row?.fetchedAt.toISOString()
}

test('uses the stored photos of a slow source, and its late response for the next visitor', async () => {
  const item = createItem('7711603501')
  const { find } = fixture.aFinder({ names: ['qc-albums'] })
  await find(item)
  const asOf = new Date(fixture.now).toISOString()
  fixture.now += HOUR_MS
  fixture.simulator.setFault('qc', 'slow')
  const visitors = await Promise.all([find(item), find(item), find(item)])
  for (const result of visitors) {
    expect(result?.sources).toEqual([
      { name: defaultSource, state: 'unavailable', asOf },
      { name: secondSource, state: 'photos', asOf: null },
    ])
    expect(result?.imgs).toHaveLength(7)
  }
  await eventually(async () =>
    expect(await readStoredAt(defaultSource)).toBe(new Date(fixture.now).toISOString()),
  )
  fixture.now += 3_000
  expect((await find(item))?.sources[0]).toEqual({ name: defaultSource, state: 'photos', asOf: null })
  expect([fixture.calls('qc'), fixture.calls('qc-albums')]).toEqual([2, 2])
})

test('waits for a slow source without stored photos', async () => {
  fixture.simulator.setFault('qc', 'slow')
  const result = await fixture.aFinder({ names: ['qc-albums'] }).find(createItem('7711603502'))
  expect(result?.sources.map(({ state }) => state)).toEqual(['photos', 'photos'])
})

test('waits for a slow source when no other photos are available, even with an empty stored copy', async () => {
  const item = createItem('7711603503')
  const { find } = fixture.aFinder()
  fixture.simulator.setFault('qc', 'unknown-item')
  await find(item)
  fixture.now += HOUR_MS
  fixture.simulator.setFault('qc', 'slow')
  expect((await find(item))?.sources).toEqual([{ name: defaultSource, state: 'photos', asOf: null }])
})
