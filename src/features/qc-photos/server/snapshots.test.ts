import { describe, expect, test, vi } from 'vitest'
import { qcSnapshots } from '#db/schema.ts'
import { hashOf } from '#features/pictures/server/addresses.ts'
import type { ShopType } from '#shared/shops.ts'
import { modes, useDatabase } from '#test/database.ts'
import { aQcPhoto } from '#test/factories.ts'
import { useQcStage } from '#test/qc-stage.ts'

const day = 86_400_000
const item = { shopType: 'weidian' as ShopType, itemId: '7711603445' }
const addressOf = (source: string) => `/img/signature/720/${hashOf(source)}.webp`
const first = 'Outside QC source'

describe.each(modes)('what sources said is kept on %s', (mode) => {
  const database = useDatabase(mode)
  const stage = useQcStage(database)
  const rows = () => database.db.select().from(qcSnapshots)
  const states = (found: { sources: object[] } | null) => found?.sources

  test('and shown with its age when the source fails, at once when it is left alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { find } = stage.aFinder()
    const before = await find(item)
    stage.now += 20 * day
    stage.simulator.setFault('qc', 'forbidden')
    expect(await find(item)).toEqual({
      ...before,
      sources: [{ name: first, state: 'unavailable', asOf: '2026-11-21T12:00:00.000Z' }],
    })
    for (let at = 0; at < 5; at += 1) await find({ ...item, itemId: `10000${at}` })
    stage.now += 60_000
    const asked = stage.calls()
    expect((await find(item))?.imgs).toEqual(before?.imgs)
    expect(stage.calls()).toBe(asked)
  })

  test('for thirty days', async () => {
    const { find } = stage.aFinder()
    await find(item)
    stage.simulator.setFault('qc', 'forbidden')
    stage.now += 30 * day - 1
    expect((await find(item))?.imgs).toHaveLength(4)
    stage.now += 60_000
    expect(await find(item)).toBeNull()
  })

  test('and replaced by what it says next', async () => {
    const { find } = stage.aFinder()
    await find(item)
    stage.now += day
    await database.db.update(qcSnapshots).set({ photos: [] })
    await find(item)
    expect(await rows()).toMatchObject([{ fetchedAt: new Date(stage.now), photos: { length: 4 } }])
  })

  test('that it has none now is said, but takes nothing from what is kept', async () => {
    const { find } = stage.aFinder()
    await find(item)
    stage.simulator.setFault('qc', 'unknown-item')
    stage.now += day
    expect(states(await find(item))).toEqual([{ name: first, state: 'none', asOf: null }])
    stage.simulator.setFault('qc', 'forbidden')
    stage.now += day
    const found = await find(item)
    expect([found?.imgs.length, states(found)]).toEqual([
      4,
      [{ name: first, state: 'unavailable', asOf: '2026-11-21T12:00:00.000Z' }],
    ])
  })

  test('that it has none is kept too, and replaces what is too old to be shown', async () => {
    const { find } = stage.aFinder()
    await find(item)
    stage.simulator.setFault('qc', 'unknown-item')
    stage.now += 31 * day
    await find(item)
    expect(await rows()).toMatchObject([{ photos: [], fetchedAt: new Date(stage.now) }])
    stage.simulator.setFault('qc', 'forbidden')
    stage.now += 3_600_000
    const asOf = new Date(stage.now - 3_600_000).toISOString()
    expect(await find(item)).toEqual({
      imgs: [],
      items: [],
      sources: [{ name: first, state: 'unavailable', asOf }],
    })
  })

  test('one source that fails takes nothing from the others', async () => {
    stage.simulator.setFault('qc', 'forbidden')
    const found = await stage.aFinder({ names: ['qc-agents'] }).find(item)
    expect(found?.items.map(({ source }) => source)).toEqual(Array(3).fill('Source qc-agents'))
    expect(states(found)).toEqual([
      { name: first, state: 'unavailable', asOf: null },
      { name: 'Source qc-agents', state: 'photos', asOf: null },
    ])
  })

  test('copies of one photo are shown once, with all that have it and what any of them knows', async () => {
    const [one, other] = [stage.picture('qc', item.itemId, 2), stage.picture('qc-agents', item.itemId, 1)]
    const facts = { width: 1200, height: 900, colour: '#8fa3b2', fingerprint: '00000000ffff0000' }
    stage.facts.set(one, facts)
    stage.facts.set(other, { ...facts, width: 800, height: 600, fingerprint: '00000000ffff0003' })
    const found = await stage.aFinder({ names: ['qc-agents'] }).find(item)
    expect(found?.imgs).not.toContain(addressOf(other))
    expect(found?.items).toHaveLength(4 + 3 - 1)
    expect(found?.items[1]).toEqual({
      url: addressOf(one),
      source: first,
      sources: [first, 'Source qc-agents'],
      agent: 'KakoBuy',
      variant: 'Navy, M',
      finding: null,
      takenAt: '2026-11-02T00:00:00.000Z',
      width: 1200,
      height: 900,
      placeholder: '#8fa3b2',
    })
  })

  test('a copy of a photo of ours has our address, so that it joins ours', async () => {
    const { image } = await aQcPhoto(database.db, item)
    const facts = { width: 1080, height: 1080, colour: '#8fa3b2', fingerprint: '00000000ffff0000' }
    stage.facts.set(image, facts)
    stage.facts.set(stage.picture('qc', item.itemId, 3), facts)
    const found = await stage.aFinder().find(item)
    expect(found?.imgs[2]).toBe(addressOf(image))
    expect(found?.imgs).toHaveLength(4)
  })
})
