import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { rateCards } from '#db/schema.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { createLocalInvalidation } from '#shared/server/cache/invalidation.ts'
import { useDatabase } from '#test/database.ts'
import type { RateCard } from '../rate-card.ts'
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

  function stage() {
    let now = 0
    const questions = vi.spyOn(database.db, 'select')
    questions.mockClear()
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
      questions,
      pass: (ms: number) => {
        now += ms
      },
    }
  }
  const store = (id: string, isActive = true) =>
    database.db.insert(rateCards).values({ id, card: createCard(id), isActive, activatedAt: new Date() })
  const retire = () => database.db.update(rateCards).set({ isActive: false, retiredAt: new Date() })

  test('is the one that comes with the site where no other is active', async () => {
    await store('former', false)
    const { activeCard } = stage()
    const { id, card, compiled, exchangeRates } = await activeCard.current()
    expect([id, card.lines.length, exchangeRates]).toEqual(['default-2026-11', 20, undefined])
    expect(compiled.linesByCountry.get('DE')?.length).toBeGreaterThan(10)
  })

  test('is asked for once, however many need it, and compiled once', async () => {
    await store('one')
    const { activeCard, questions } = stage()
    const first = await Promise.all(Array.from({ length: 50 }, () => activeCard.current()))
    expect(new Set(first).size).toBe(1)
    const queryCount = questions.mock.calls.length
    expect(queryCount).toBe(2) // which it is, and the card
    for (let at = 0; at < 100; at += 1) await activeCard.current()
    expect(questions.mock.calls.length).toBe(queryCount)
  })

  test('is looked for again after some seconds, and compiled only when it is another', async () => {
    await store('one')
    const { activeCard, questions, pass } = stage()
    const first = await activeCard.current()
    pass(3000)
    expect(await activeCard.current()).toBe(first)
    expect(questions.mock.calls.length).toBe(3)
  })

  test('of another process is taken over within seconds, and kept answers are told', async () => {
    await store('one')
    const { activeCard, invalidation, pass } = stage()
    await activeCard.current()
    await retire()
    await store('two')
    const invalidated: unknown[] = []
    invalidation.subscribe((keys) => invalidated.push(...keys))
    pass(2999)
    expect((await activeCard.current()).id).toBe('one')
    pass(1)
    expect((await activeCard.current()).id).toBe('two')
    expect(invalidated).toEqual([['getTariffs'], ['getDestinations'], ['get_estimation'], ['getAllProduct']])
    await retire()
    pass(3000)
    expect((await activeCard.current()).id).toBe('default-2026-11')
  })

  test.each<[string, (one: ReturnType<typeof stage>) => void]>([
    ['a write', ({ invalidation }) => invalidation.publish([['getTariffs']])],
    ['one whose message was missed', ({ invalidation }) => invalidation.publish([[]])],
  ])('that was changed by %s counts at once', async (_who, tell) => {
    const staged = stage()
    await staged.activeCard.current()
    await store('two')
    tell(staged)
    expect((await staged.activeCard.current()).id).toBe('two')
  })

  test('is never a card that was read before a change, for every waiting caller', async () => {
    await store('one')
    const { activeCard, invalidation } = stage()
    const waiting = activeCard.current()
    await retire()
    await store('two')
    await invalidation.publish([['getTariffs']])
    const [, later] = await Promise.all([waiting, activeCard.current()])
    expect(later.id).toBe('two')
    expect((await activeCard.current()).id).toBe('two')
  })

  test('counts on while the database does not answer, but for one that is known to have changed', async () => {
    await store('one')
    const { activeCard, invalidation, questions, pass } = stage()
    await activeCard.current()
    pass(3000)
    questions.mockImplementationOnce(() => {
      throw new Error('no database')
    })
    expect((await activeCard.current()).id).toBe('one')
    await invalidation.publish([['getTariffs']])
    questions.mockImplementationOnce(() => {
      throw new Error('no database')
    })
    await expect(activeCard.current()).rejects.toThrow('no database')
    expect((await activeCard.current()).id).toBe('one')
  })

  test('brings its exchange rates', async () => {
    const exchangeRates = { base: 'EUR', date: '2026-11-21', source: 'x', rates: { EUR: '1', CNY: '8' } }
    await store('one')
    await database.db.update(rateCards).set({ exchangeRates }).where(eq(rateCards.id, 'one'))
    expect((await stage().activeCard.current()).exchangeRates).toEqual(exchangeRates)
  })
})
