import { describe, expect, test, vi } from 'vitest'
import { hashImageSource } from '#features/images/server/uploads/signed-urls.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { type FaultName, faults } from '#simulator/simulate-faults.ts'
import { useDatabase } from '#test/database.ts'
import { type QcShapeName, qcShapeSettings, useQcFixture } from '#test/fixtures/qc-fixture.ts'

const item = { shopType: 'weidian' as ShopType, itemId: '7711603445' }
const database = useDatabase()
const stage = useQcFixture(database)
const getTestUrl = (source: string) => `/img/signature/720/${hashImageSource(source)}.webp`

test('photos come as addresses of ours, in the source’s order, and are kept for good', async () => {
  const result = await stage.aFinder().find(item)
  const expectedUrls = [1, 2, 3, 4].map((n) => stage.picture('qc', item.itemId, n))
  expect(stage.archived).toEqual(expectedUrls)
  expect(result?.imgs).toEqual(expectedUrls.map(getTestUrl))
  expect(result?.items[0]).toEqual({
    url: getTestUrl(expectedUrls[0] ?? ''),
    source: 'Outside QC source',
    sources: ['Outside QC source'],
    agent: null,
    variant: null,
    finding: null,
    takenAt: null,
    width: 720,
    height: 720,
    placeholder: null,
  })
  expect(result?.sources).toEqual([{ name: 'Outside QC source', state: 'photos', asOf: null }])
})

test('an answer counts for ten minutes, and 500 visitors make one call', async () => {
  const { find } = stage.aFinder()
  await Promise.all(Array.from({ length: 500 }, () => find(item)))
  stage.now += 599_999
  await find(item)
  expect(stage.calls()).toBe(1)
  stage.now += 3_000
  await find(item)
  expect(stage.calls()).toBe(2)
})

test('without a source there are no photos and no calls, and that is no failure', async () => {
  expect(await stage.aFinder({ first: false }).find(item)).toEqual({ imgs: [], items: [], sources: [] })
  expect(stage.calls()).toBe(0)
})

const shapes = Object.keys(qcShapeSettings) as QcShapeName[] // its own names
const repliesByShape: Record<QcShapeName, object> = {
  'qc-images': { agent: 'USFans', variant: null, takenAt: '2026-11-02T00:00:00.000Z' },
  'qc-albums': { agent: null, variant: null, takenAt: null },
  'qc-records': { agent: null, variant: null, takenAt: '2026-11-02T00:00:00.000Z' },
  'qc-variants': { agent: null, variant: 'Sage, L', takenAt: null },
  'qc-agents': { agent: 'KakoBuy', variant: 'Navy, M', takenAt: '2026-11-02T00:00:00.000Z' },
}

test.each(shapes)('%s: photos with what is told of them', async (name) => {
  const result = await stage.aFinder({ first: false, names: [name] }).find(item)
  expect(result?.imgs).toEqual([1, 2, 3].map((n) => getTestUrl(stage.picture(name, item.itemId, n))))
  expect(result?.items[0]).toMatchObject({ source: `Source ${name}`, ...repliesByShape[name] })
  expect(result?.sources).toEqual([{ name: `Source ${name}`, state: 'photos', asOf: null }])
})

test('a marketplace that a source does not cover is not asked for there', async () => {
  const { find } = stage.aFinder({ first: false, names: ['qc-images'] })
  expect(await find({ ...item, shopType: 'taobao' })).toEqual({
    imgs: [],
    items: [],
    sources: [{ name: 'Source qc-images', state: 'not-asked', asOf: null }],
  })
  expect(stage.calls('qc-images')).toBe(0)
})

describe('a fault of a source is null, within the time limit, and never an error', () => {
  const tried = Object.keys(faults).filter((fault) => fault !== 'slow' && fault !== 'poisoned')
  const none = ['unknown-item', 'not-found']
  const silent = ['slower', 'silent', 'headers-then-silent', 'drip']
  const all = ['qc', ...shapes]

  test.each(tried)('%s', async (fault) => {
    // The names come from the table of faults.
    for (const name of all) stage.simulator.setFault(name, fault as FaultName)
    const { find } = stage.aFinder({ names: shapes, timeoutMs: silent.includes(fault) ? 300 : 8_000 })
    const result = await find(item)
    expect(result && [result.imgs, ...result.sources.map(({ state }) => state)]).toEqual(
      none.includes(fault) ? [[], ...all.map(() => 'none')] : null,
    )
    expect(stage.simulator.calls('inside')).toBe(0)
    expect(stage.log.error).not.toHaveBeenCalled()
  })

  test('a refused connection', async () => {
    expect(await stage.aFinder({ first: 'http://127.0.0.1:1/qc' }).find(item)).toBeNull()
  })
})

test('does not retry a failed source for ten seconds', async () => {
  stage.simulator.setFault('qc', 'forbidden')
  const { find } = stage.aFinder()
  expect(await find(item)).toBeNull()
  const previousCalls = stage.calls()
  stage.simulator.setFault('qc', 'none')
  stage.now += 9_999
  expect(await find(item)).toBeNull()
  expect(stage.calls()).toBe(previousCalls)
  stage.now += 3_000
  expect((await find(item))?.imgs).toHaveLength(4)
})

test('a source that keeps failing is left alone, and used again when it heals', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  stage.simulator.setFault('qc', 'forbidden')
  const { find } = stage.aFinder()
  for (let i = 0; i < 5; i += 1) await find({ ...item, itemId: `10000${i}` })
  const previousCalls = stage.calls()
  expect(await find({ ...item, itemId: '200000' })).toBeNull()
  expect(stage.calls()).toBe(previousCalls)
  stage.simulator.setFault('qc', 'none')
  vi.advanceTimersByTime(1_001)
  expect((await find({ ...item, itemId: '300000' }))?.imgs).toHaveLength(4)
})

test.each(['qc', ...shapes] as const)(
  'of a poisoned answer of %s only what may be shown is left',
  async (name) => {
    stage.simulator.setFault(name, 'poisoned')
    const result = await stage.aFinder(name === 'qc' ? {} : { first: false, names: [name] }).find(item)
    expect(result?.imgs).toEqual([getTestUrl('https://img.alicdn.com/ok.jpg')])
    expect(stage.archived).toEqual(['https://img.alicdn.com/ok.jpg'])
    expect('polluted' in {}).toBe(false)
  },
)
