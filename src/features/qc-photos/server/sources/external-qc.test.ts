import { describe, expect, test, vi } from 'vitest'
import { hashImageSource } from '#features/images/server/uploads/signed-urls.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import { type FaultName, faults } from '#simulator/simulate-faults.ts'
import { useDatabase } from '#test/database.ts'
import { type QcShapeName, qcShapeSettings, useQcFixture } from '#test/fixtures/qc-fixture.ts'

const item = { shopType: 'weidian' as ShopType, itemId: '7711603445' }
const database = useDatabase()
const fixture = useQcFixture(database)
const getTestUrl = (source: string) => `/img/signature/720/${hashImageSource(source)}.webp`

test('returns the photos as URLs of this site, in the order of the source, and archives them', async () => {
  const result = await fixture.aFinder().find(item)
  const expectedUrls = [1, 2, 3, 4].map((n) => fixture.picture('qc', item.itemId, n))
  expect(fixture.archived).toEqual(expectedUrls)
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

test('queries a source once in ten minutes, even for 500 visitors', async () => {
  const { find } = fixture.aFinder()
  await Promise.all(Array.from({ length: 500 }, () => find(item)))
  fixture.now += 599_999
  await find(item)
  expect(fixture.calls()).toBe(1)
  fixture.now += 3_000
  await find(item)
  expect(fixture.calls()).toBe(2)
})

test('returns no photos and calls nothing when no source is configured', async () => {
  expect(await fixture.aFinder({ first: false }).find(item)).toEqual({ imgs: [], items: [], sources: [] })
  expect(fixture.calls()).toBe(0)
})

const shapes = Object.keys(qcShapeSettings) as QcShapeName[] // exactly its own keys
const repliesByShape: Record<QcShapeName, object> = {
  'qc-images': { agent: 'USFans', variant: null, takenAt: '2026-11-02T00:00:00.000Z' },
  'qc-albums': { agent: null, variant: null, takenAt: null },
  'qc-records': { agent: null, variant: null, takenAt: '2026-11-02T00:00:00.000Z' },
  'qc-variants': { agent: null, variant: 'Sage, L', takenAt: null },
  'qc-agents': { agent: 'KakoBuy', variant: 'Navy, M', takenAt: '2026-11-02T00:00:00.000Z' },
}

test.each(shapes)('returns photos with their details from a source with the format of %s', async (name) => {
  const result = await fixture.aFinder({ first: false, names: [name] }).find(item)
  expect(result?.imgs).toEqual([1, 2, 3].map((n) => getTestUrl(fixture.picture(name, item.itemId, n))))
  expect(result?.items[0]).toMatchObject({ source: `Source ${name}`, ...repliesByShape[name] })
  expect(result?.sources).toEqual([{ name: `Source ${name}`, state: 'photos', asOf: null }])
})

test('does not query a source that does not cover the marketplace', async () => {
  const { find } = fixture.aFinder({ first: false, names: ['qc-images'] })
  expect(await find({ ...item, shopType: 'taobao' })).toEqual({
    imgs: [],
    items: [],
    sources: [{ name: 'Source qc-images', state: 'not-asked', asOf: null }],
  })
  expect(fixture.calls('qc-images')).toBe(0)
})

describe('a source with a fault', () => {
  const testedFaults = Object.keys(faults).filter((fault) => fault !== 'slow' && fault !== 'poisoned')
  const faultsWithoutItem = ['unknown-item', 'not-found']
  const slowFaults = ['slower', 'silent', 'headers-then-silent', 'drip']
  const all = ['qc', ...shapes]

  test.each(testedFaults)(
    'returns null within the time limit when the source has the fault %s',
    async (fault) => {
      // The names come from the table of faults.
      for (const name of all) fixture.simulator.setFault(name, fault as FaultName)
      const { find } = fixture.aFinder({ names: shapes, timeoutMs: slowFaults.includes(fault) ? 300 : 8_000 })
      const result = await find(item)
      expect(result && [result.imgs, ...result.sources.map(({ state }) => state)]).toEqual(
        faultsWithoutItem.includes(fault) ? [[], ...all.map(() => 'none')] : null,
      )
      expect(fixture.simulator.calls('inside')).toBe(0)
      expect(fixture.log.error).not.toHaveBeenCalled()
    },
  )

  test('returns null when the connection is refused', async () => {
    expect(await fixture.aFinder({ first: 'http://127.0.0.1:1/qc' }).find(item)).toBeNull()
  })
})

test('does not retry a failed source for ten seconds', async () => {
  fixture.simulator.setFault('qc', 'forbidden')
  const { find } = fixture.aFinder()
  expect(await find(item)).toBeNull()
  const previousCalls = fixture.calls()
  fixture.simulator.setFault('qc', 'none')
  fixture.now += 9_999
  expect(await find(item)).toBeNull()
  expect(fixture.calls()).toBe(previousCalls)
  fixture.now += 3_000
  expect((await find(item))?.imgs).toHaveLength(4)
})

test('stops calling a source that keeps failing, and calls it again after its recovery', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fixture.simulator.setFault('qc', 'forbidden')
  const { find } = fixture.aFinder()
  for (let i = 0; i < 5; i += 1) await find({ ...item, itemId: `10000${i}` })
  const previousCalls = fixture.calls()
  expect(await find({ ...item, itemId: '200000' })).toBeNull()
  expect(fixture.calls()).toBe(previousCalls)
  fixture.simulator.setFault('qc', 'none')
  vi.advanceTimersByTime(1_001)
  expect((await find({ ...item, itemId: '300000' }))?.imgs).toHaveLength(4)
})

test.each(['qc', ...shapes] as const)(
  'returns only allowed photos from a malicious response of %s',
  async (name) => {
    fixture.simulator.setFault(name, 'poisoned')
    const result = await fixture.aFinder(name === 'qc' ? {} : { first: false, names: [name] }).find(item)
    expect(result?.imgs).toEqual([getTestUrl('https://img.alicdn.com/ok.jpg')])
    expect(fixture.archived).toEqual(['https://img.alicdn.com/ok.jpg'])
    expect('polluted' in {}).toBe(false)
  },
)
