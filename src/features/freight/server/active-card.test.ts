import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { rateCards } from '#db/schema.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { useDatabase } from '#test/database.ts'
import { createActiveCard } from './active-card.ts'

const createCard = (id: string): RateCard => ({
  schema: 'rate-card/1',
  id,
  name: id,
  currency: 'CNY',
  lines: [
    {
      id: 'ems',
      name: 'EMS',
      rates: [{ countries: ['DE'], tiers: [{ upTo: 500, mode: 'step', weightFirst: 500, feeFirst: 98.5 }] }],
    },
  ],
})

describe('the active card in memory', () => {
  const database = useDatabase()

  function createTestCardService() {
    let now = 0
    const queries = vi.spyOn(database.db, 'select')
    queries.mockClear()
    const invalidation = createLocalInvalidation()
    const activeCard = createActiveCard({
      db: database.db,
      invalidation,
      clock: () => now,
      checkEveryMs: 3000,
    })
    return {
      activeCard,
      invalidation,
      queries,
      advanceClock: (ms: number) => {
        now += ms
      },
    }
  }
  const insertCard = (id: string, isActive = true) =>
    database.db.insert(rateCards).values({ id, card: createCard(id), isActive, activatedAt: new Date() })
  const deactivateCards = () => database.db.update(rateCards).set({ isActive: false, retiredAt: new Date() })

  test('the active card is the built-in one when no other is active', async () => {
    await insertCard('former', false)
    const { activeCard } = createTestCardService()
    const { id, card, compiled, exchangeRates } = await activeCard.current()
    expect([id, card.lines.length, exchangeRates]).toEqual(['default-2026-11b', 25, undefined])
    expect(compiled.linesByCountry.get('DE')?.length).toBe(9)
  })

  test('reads and compiles the active card once for many callers', async () => {
    await insertCard('one')
    const { activeCard, queries } = createTestCardService()
    const first = await Promise.all(Array.from({ length: 50 }, () => activeCard.current()))
    expect(new Set(first).size).toBe(1)
    const queryCount = queries.mock.calls.length
    expect(queryCount).toBe(2) // the id of the active card, and the card
    for (let call = 0; call < 100; call += 1) await activeCard.current()
    expect(queries.mock.calls.length).toBe(queryCount)
  })

  test('checks the active card again after 3 seconds and compiles it only when it changed', async () => {
    await insertCard('one')
    const { activeCard, queries, advanceClock } = createTestCardService()
    const first = await activeCard.current()
    advanceClock(3000)
    expect(await activeCard.current()).toBe(first)
    expect(queries.mock.calls.length).toBe(3)
  })

  test('uses a card that another process activated within 3 seconds and invalidates cached responses', async () => {
    await insertCard('one')
    const { activeCard, invalidation, advanceClock } = createTestCardService()
    await activeCard.current()
    await deactivateCards()
    await insertCard('two')
    const invalidated: unknown[] = []
    invalidation.subscribe((keys) => invalidated.push(...keys))
    advanceClock(2999)
    expect((await activeCard.current()).id).toBe('one')
    advanceClock(1)
    expect((await activeCard.current()).id).toBe('two')
    expect(invalidated).toEqual([['getTariffs'], ['getDestinations'], ['get_estimation'], ['getAllProduct']])
    await deactivateCards()
    advanceClock(3000)
    expect((await activeCard.current()).id).toBe('default-2026-11b')
  })

  test.each<[string, (one: ReturnType<typeof createTestCardService>) => void]>([
    ['a write', ({ invalidation }) => invalidation.publish([['getTariffs']])],
    ['a process whose message was missed', ({ invalidation }) => invalidation.publish([[]])],
  ])('uses a new card at once when it was activated by %s', async (_source, notify) => {
    const setup = createTestCardService()
    await setup.activeCard.current()
    await insertCard('two')
    notify(setup)
    expect((await setup.activeCard.current()).id).toBe('two')
  })

  test('never returns a card that was read before a change, to any waiting caller', async () => {
    await insertCard('one')
    const { activeCard, invalidation } = createTestCardService()
    const waiting = activeCard.current()
    await deactivateCards()
    await insertCard('two')
    await invalidation.publish([['getTariffs']])
    const [, currentCard] = await Promise.all([waiting, activeCard.current()])
    expect(currentCard.id).toBe('two')
    expect((await activeCard.current()).id).toBe('two')
  })

  test('keeps the card while the database does not respond, unless the card is known to have changed', async () => {
    await insertCard('one')
    const { activeCard, invalidation, queries, advanceClock } = createTestCardService()
    await activeCard.current()
    advanceClock(3000)
    queries.mockImplementationOnce(() => {
      throw new Error('no database')
    })
    expect((await activeCard.current()).id).toBe('one')
    await invalidation.publish([['getTariffs']])
    queries.mockImplementationOnce(() => {
      throw new Error('no database')
    })
    await expect(activeCard.current()).rejects.toThrow('no database')
    expect((await activeCard.current()).id).toBe('one')
  })

  test('the active card includes its exchange rates', async () => {
    const exchangeRates = { base: 'EUR', date: '2026-11-21', source: 'x', rates: { EUR: '1', CNY: '8' } }
    await insertCard('one')
    await database.db.update(rateCards).set({ exchangeRates }).where(eq(rateCards.id, 'one'))
    expect((await createTestCardService().activeCard.current()).exchangeRates).toEqual(exchangeRates)
  })
})
