import { describe, expect, test } from 'vitest'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import card from '#features/freight/built-in/default-card.json' with { type: 'json' }
import rates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { findCheapestOption } from '#features/freight/engine/cheapest-option.ts'
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { listAvailableOptions, toCountryLines } from '#features/freight/engine/country-lines.ts'
import { getLinesForCountry, quoteLine } from '#features/freight/engine/estimate.ts'
import { createIdentityExchange } from '#features/freight/engine/exchange.ts'
import { guessCategory } from '#features/freight/item/guess-category.ts'
import { findCheapestShipping, toItemParcel } from '#features/freight/item/price-with-shipping.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import type { RateCard } from '#features/freight/rate-card.ts'
import { countBits, generatePartitions } from './fixtures/partitions.ts'
import { createRandom } from './fixtures/random.ts'
import type { DimensionsMm, HaulItem } from './haul.ts'
import { filterLinesByTransitTime, type HaulPlan, Planner, planHaul } from './haul-plan.ts'
import { packPieces } from './packing.ts'

// JSON widens the literals of the card's type; the card's own schema test holds it to them.
const compiled = compileCard(card as RateCard, categories)
const money = createIdentityExchange('CNY')
const countries = ['DE', 'US', 'GB', 'BR', 'JP', 'AE'] as const
const kinds = ['101', '102', '202', '204', '304', '501', '505', '602', '606', null] as const

type DrawnHaul = { items: HaulItem[]; destination: string; packing: number; within: number | null }

function drawHaul(seed: number, most: number): DrawnHaul {
  const random = createRandom(seed)
  const pieces = 1 + random.below(most)
  const items: HaulItem[] = []
  for (let left = pieces; left > 0; ) {
    const quantity = random.below(4) === 0 ? Math.min(left, 1 + random.below(3)) : 1
    left -= quantity
    items.push(drawItem(items.length, quantity, random))
  }
  return {
    items,
    destination: random.of(countries),
    packing: random.of([0, 8, 15, 50]),
    within: random.of([null, null, null, 12, 25]),
  }
}

function drawItem(id: number, quantity: number, random: ReturnType<typeof createRandom>): HaulItem {
  const side = (longest: number) => 10 + random.below(longest)
  const sidesMm: DimensionsMm | null = random.below(8) === 0 ? null : [side(600), side(350), side(250)]
  const grams = random.below(6) === 0 ? 3000 + random.below(70_000) : 20 + random.below(2500)
  const category = random.below(3) === 0 ? random.of(kinds) : random.of(['101', '102', '202'])
  return { ...plain, id, name: `Item ${id}`, grams, sidesMm, category, quantity }
}

const plain = { price: null, offer: null, sku: null, variant: '', picture: '' }

function planDrawnHaul({ items, destination, packing, within }: DrawnHaul): HaulPlan {
  return planHaul({
    haul: { items, packing, within },
    lines: getLinesForCountry(compiled, destination),
    money,
  })
}

function sumTotals({ split }: HaulPlan): number {
  return split.reduce((sum, { option }) => sum + Math.round((option.feeDetail.total ?? 0) * 100), 0)
}

function countLeftOut({ leftOut }: HaulPlan): number {
  return leftOut.reduce((sum, { count }) => sum + count, 0)
}

/** Every way to put pieces into parcels, one set partition after the other, and the cheapest of them all. */
function planByBruteForce({ items, destination, packing, within }: DrawnHaul): {
  leftOut: number
  total: number
} {
  const lines = filterLinesByTransitTime(getLinesForCountry(compiled, destination), within)
  const pieces = items.flatMap((item) => Array.from({ length: item.quantity }, () => item))
  const known = new Map<number, number | undefined>()
  const computeCost = (mask: number): number | undefined => {
    const isUnknown = pieces.some(({ category }, place) => category === null && (mask >> place) & 1)
    const open = isUnknown ? lines.filter(({ id }) => id !== 'clothing') : lines
    if (!known.has(mask)) known.set(mask, findCheapestTotal(open, packMask(pieces, mask, packing)))
    return known.get(mask)
  }
  let best = { leftOut: Number.POSITIVE_INFINITY, total: 0 }
  for (const partition of generatePartitions(pieces.length)) {
    let [leftOut, total] = [0, 0]
    for (const mask of partition) {
      const cost = computeCost(mask)
      if (cost === undefined) leftOut += countBits(mask)
      else total += cost
    }
    if (leftOut < best.leftOut || (leftOut === best.leftOut && total < best.total)) best = { leftOut, total }
  }
  return best
}

function findCheapestTotal(lines: ReturnType<typeof getLinesForCountry>, parcel: Parcel): number | undefined {
  const totals = lines.flatMap((line) => quoteLine(line, parcel).parts?.total ?? [])
  return totals.length > 0 ? Math.min(...totals) : undefined
}

function packMask(pieces: readonly HaulItem[], mask: number, packing: number): Parcel {
  const pile = pieces
    .filter((_piece, place) => (mask >> place) & 1)
    .map(({ grams, sidesMm, category }) => ({ piece: { grams: grams ?? 0, sidesMm, category }, count: 1 }))
  return packPieces(pile, packing)
}

describe('the cheapest split', () => {
  test('is the cheapest of all ways to divide 200 random hauls of up to 8 pieces', () => {
    let [split, stranded, impossible] = [0, 0, 0]
    for (let seed = 1; seed <= 200; seed += 1) {
      const haul = drawHaul(seed, 8)
      const plan = planDrawnHaul(haul)
      expect({ seed, leftOut: countLeftOut(plan), total: sumTotals(plan) }).toEqual({
        seed,
        ...planByBruteForce(haul),
      })
      expect(plan.isExact).toBe(true)
      if (plan.split.length > 1) split += 1
      if (plan.leftOut.length > 0) stranded += 1
      if (plan.single && !plan.single.option) impossible += 1
    }
    // The draw is worth something: parcels are divided, some pieces cannot go, some hauls not in one parcel.
    expect(split).toBeGreaterThan(50)
    expect(stranded).toBeGreaterThan(10)
    expect(impossible).toBeGreaterThan(5)
  })

  test('never costs more than one parcel, and holds every piece once', () => {
    for (let seed = 300; seed < 340; seed += 1) {
      const haul = drawHaul(seed, 12)
      const plan = planDrawnHaul(haul)
      const sent = [...plan.split.flatMap(({ pieces }) => pieces), ...plan.leftOut]
      for (const { id, quantity } of haul.items) {
        const counts = sent.filter(({ item }) => item === id).map(({ count }) => count)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(quantity)
      }
      const one = plan.single?.option?.feeDetail.total
      if (one != null) expect(sumTotals(plan)).toBeLessThanOrEqual(Math.round(one * 100))
    }
  })

  test('does not depend on the order of the items, nor on the order of their sides', () => {
    for (let seed = 400; seed < 430; seed += 1) {
      const haul = drawHaul(seed, 10)
      const turned = haul.items.toReversed().map((item) => ({
        ...item,
        sidesMm: item.sidesMm && ([...item.sidesMm].reverse() as unknown as DimensionsMm),
      }))
      const [plan, other] = [planDrawnHaul(haul), planDrawnHaul({ ...haul, items: turned })]
      expect(sumTotals(other)).toBe(sumTotals(plan))
      const listWeights = ({ split }: HaulPlan) =>
        split.map(({ parcel, option }) => [parcel.grams, option.id])
      expect(listWeights(other)).toEqual(listWeights(plan))
    }
  })

  test('is not made cheaper by a line less, by less time, or by one parcel less to choose from', () => {
    for (let seed = 500; seed < 530; seed += 1) {
      const haul = { ...drawHaul(seed, 8), within: null }
      const [plan, hurried] = [planDrawnHaul(haul), planDrawnHaul({ ...haul, within: 21 })]
      expect(countLeftOut(hurried)).toBeGreaterThanOrEqual(countLeftOut(plan))
      if (countLeftOut(hurried) === countLeftOut(plan))
        expect(sumTotals(hurried)).toBeGreaterThanOrEqual(sumTotals(plan))
      for (const { option } of hurried.split) expect(option.transit.max).toBeLessThanOrEqual(21)
    }
  })

  test('takes fewer parcels when it makes no difference to the price', () => {
    const item: HaulItem = {
      ...plain,
      id: 1,
      name: 'Card',
      grams: 1,
      sidesMm: null,
      category: null,
      quantity: 3,
    }
    const flat = { ...card, agentFees: {}, lines: [perKilogram] }
    const lines = getLinesForCountry(compileCard(flat as RateCard, categories), 'DE')
    const plan = planHaul({ haul: { items: [item], packing: 0, within: null }, lines, money })
    expect(plan.split.map(({ pieces }) => pieces)).toEqual([[{ item: 1, count: 3 }]])
  })
})

/** Costs the same however a haul is divided. */
const perKilogram = {
  id: 'flat',
  name: 'Flat',
  transit: { min: 5, max: 9 },
  rates: [
    {
      countries: ['DE'],
      tiers: [{ mode: 'prorata', weightFirst: 0, feeFirst: 0, weightContinue: 1000, feeContinue: 1000 }],
    },
  ],
}

describe('a haul of one piece', () => {
  const names = [
    'Court sneaker',
    'Boxy T-shirt',
    'Down jacket',
    'Leather wallet',
    'Sunglasses',
    'Thing',
  ] as const

  test('costs what the item costs sent alone: the cheapest line that takes it, by its listed weight, size and kind', () => {
    let sent = 0
    for (let seed = 800; seed < 1000; seed += 1) {
      const random = createRandom(seed)
      const name = random.of(names)
      const { packing, destination } = drawHaul(seed, 1)
      const item = { ...drawItem(0, 1, random), name, category: guessCategory(name) ?? null }
      const plan = planDrawnHaul({ items: [item], destination, packing, within: null })
      const lines = toCountryLines(getLinesForCountry(compiled, destination), rates, 'CNY')
      const listing = { name, grams: item.grams, sides: (item.sidesMm ?? []).map((side) => side / 10) }
      const parcel = toItemParcel(listing)
      const alone = parcel && findCheapestShipping(lines, parcel)
      const estimated = parcel && findCheapestOption(listAvailableOptions(lines, parcel))
      const total = plan.split.length > 0 ? sumTotals(plan) : undefined
      expect({ seed, total }).toEqual({ seed, total: alone?.parts.total })
      expect(total).toBe(estimated && Math.round((estimated.feeDetail.total ?? 0) * 100))
      if (total !== undefined) sent += 1
    }
    expect(sent).toBeGreaterThan(100)
  })
})

describe('what cannot go', () => {
  const item = { ...plain, id: 1, name: 'Thing', grams: 500, sidesMm: null, category: null, quantity: 1 }

  test('is left out by name, with every line’s own reasons, and the rest is planned', () => {
    const items = [item, { ...item, id: 2, name: 'Anvil', grams: 90_000 }, { ...item, id: 3, name: 'Cap' }]
    const plan = planDrawnHaul({ items, destination: 'DE', packing: 8, within: null })
    expect(plan.leftOut.map(({ item: id, count }) => ({ id, count }))).toEqual([{ id: 2, count: 1 }])
    const forAnything = getLinesForCountry(compiled, 'DE').filter(({ id }) => id !== 'clothing')
    expect(plan.leftOut[0]?.refusals.map(({ id }) => id)).toEqual(forAnything.map(({ id }) => id))
    for (const { unavailableReasons } of plan.leftOut[0]?.refusals ?? [])
      expect(unavailableReasons).toContain('ABOVE_MAX_WEIGHT')
    expect(plan.split.flatMap(({ pieces }) => pieces.map(({ item: id }) => id)).sort()).toEqual([1, 3])
    expect(plan.single?.option).toBeTruthy()
  })

  test('in one parcel can still go in several', () => {
    const plan = planDrawnHaul({
      items: [{ ...item, grams: 50_000, quantity: 2 }],
      destination: 'DE',
      packing: 0,
      within: null,
    })
    expect(plan.single?.option).toBeNull()
    expect(plan.single?.refusals?.every(({ available }) => !available)).toBe(true)
    expect(plan.split).toHaveLength(2)
  })

  test('is everything where no line arrives in time', () => {
    const plan = planDrawnHaul({ items: [item], destination: 'DE', packing: 8, within: 2 })
    expect(plan).toMatchObject({ single: null, split: [], lines: { inTime: 0 }, leftOut: [{ item: 1 }] })
  })

  test('is not an item without a weight: it is not counted at all', () => {
    const plan = planDrawnHaul({
      items: [{ ...item, grams: null }],
      destination: 'DE',
      packing: 8,
      within: null,
    })
    expect(plan).toMatchObject({ single: null, split: [], leftOut: [] })
  })
})

describe('one more piece', () => {
  const shirt: HaulItem = {
    ...plain,
    id: 99,
    name: 'T-shirt',
    grams: 250,
    sidesMm: [300, 240, 30],
    category: '101',
    quantity: 1,
  }

  test('adds what the plan with it costs more', () => {
    for (let seed = 600; seed < 620; seed += 1) {
      const haul = { ...drawHaul(seed, 8), within: null }
      const lines = getLinesForCountry(compiled, haul.destination)
      const added = new Planner({ haul, lines, money }).oneMore(shirt)
      const [before, after] = [planDrawnHaul(haul), planDrawnHaul({ ...haul, items: [...haul.items, shirt] })]
      if (countLeftOut(before) === countLeftOut(after))
        expect(added.split).toBe(sumTotals(after) - sumTotals(before))
    }
  })

  test('adds nothing to one parcel while its step has room', () => {
    const items = [{ ...shirt, id: 1, grams: 4000, sidesMm: null, category: null }]
    const lines = getLinesForCountry(compiled, 'DE').filter(({ id }) => id === 'ems')
    const planner = new Planner({ haul: { items, packing: 0, within: null }, lines, money })
    const free = planner.plan().single
    expect(free?.option && free.free).toEqual({ grams: 0, upTo: 4000, isVolume: false })
    const lighter = items.map((item) => ({ ...item, grams: 3700 }))
    const roomy = new Planner({ haul: { items: lighter, packing: 0, within: null }, lines, money })
    expect(roomy.plan().single).toMatchObject({ free: { grams: 300, upTo: 4000, isVolume: false } })
    expect(roomy.oneMore(shirt).single).toBe(0)
  })
})

describe('more than can be compared in full', () => {
  test('is searched, holds every piece once and is no dearer than one parcel or single pieces', () => {
    for (let seed = 700; seed < 706; seed += 1) {
      const random = createRandom(seed)
      const items = Array.from({ length: 20 }, (_none, id) => drawItem(id, 1, random)).map((item) => ({
        ...item,
        grams: 20 + random.below(1500),
        category: null,
      }))
      const plan = planDrawnHaul({ items, destination: 'DE', packing: 8, within: null })
      expect(plan.isExact).toBe(false)
      const sent = plan.split.flatMap(({ pieces }) => pieces.map(({ item }) => item))
      expect(sent.length + countLeftOut(plan)).toBe(20)
      expect(new Set(sent).size).toBe(sent.length)
      const single = items.flatMap((item) =>
        planDrawnHaul({ items: [item], destination: 'DE', packing: 8, within: null }),
      )
      expect(sumTotals(plan)).toBeLessThanOrEqual(single.reduce((sum, one) => sum + sumTotals(one), 0))
      const one = plan.single?.option?.feeDetail.total
      if (one != null) expect(sumTotals(plan)).toBeLessThanOrEqual(Math.round(one * 100))
      const turned = planDrawnHaul({ items: items.toReversed(), destination: 'DE', packing: 8, within: null })
      expect(sumTotals(turned)).toBe(sumTotals(plan))
    }
  })

  test('is not what many equal pieces are', () => {
    const item: HaulItem = {
      ...plain,
      id: 1,
      name: 'Tee',
      grams: 250,
      sidesMm: null,
      category: '101',
      quantity: 40,
    }
    const plan = planDrawnHaul({ items: [item], destination: 'DE', packing: 8, within: null })
    expect(plan.isExact).toBe(true)
    expect(plan.split.flatMap(({ pieces }) => pieces).reduce((sum, { count }) => sum + count, 0)).toBe(40)
  })
})
