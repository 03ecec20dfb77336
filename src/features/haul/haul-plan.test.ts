import { describe, expect, test } from 'vitest'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import card from '#features/freight/built-in/default-card.json' with { type: 'json' }
import rates from '#features/freight/built-in/exchange-rates.json' with { type: 'json' }
import { findCheapestOption } from '#features/freight/engine/cheapest-option.ts'
import { compileCard } from '#features/freight/engine/compile-card.ts'
import { listAvailableOptions, toCountryLines } from '#features/freight/engine/country-lines.ts'
import { getLinesForCountry, quoteLine } from '#features/freight/engine/estimate.ts'
import { createIdentityExchange } from '#features/freight/engine/exchange.ts'
import { findCheapestShipping, toItemParcel } from '#features/freight/item/price-with-shipping.ts'
import { getItemKind } from '#features/freight/kinds/item-kind.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { countBits, generatePartitions } from './fixtures/partitions.ts'
import { createRandom } from './fixtures/random.ts'
import type { DimensionsMm, HaulItem } from './haul.ts'
import { filterLinesByTransitTime, type HaulPlan, Planner, planHaul } from './haul-plan.ts'
import { packPieces } from './packing.ts'

// JSON widens the literals of the card's type; the card's own schema test holds it to them.
const compiled = compileCard(card as RateCard, categories)
const exchange = createIdentityExchange('CNY')
const countries = ['DE', 'US', 'GB', 'BR', 'JP', 'AE'] as const
const kinds = ['101', '102', '202', '204', '304', '501', '505', '602', '606', null] as const

type DrawnHaul = { items: HaulItem[]; destination: string; packingPercent: number; withinDays: number | null }

function drawHaul(seed: number, maxPieces: number): DrawnHaul {
  const random = createRandom(seed)
  const pieces = 1 + random.below(maxPieces)
  const items: HaulItem[] = []
  for (let remaining = pieces; remaining > 0; ) {
    const quantity = random.below(4) === 0 ? Math.min(remaining, 1 + random.below(3)) : 1
    remaining -= quantity
    items.push(drawItem(items.length, quantity, random))
  }
  return {
    items,
    destination: random.of(countries),
    packingPercent: random.of([0, 8, 15, 50]),
    withinDays: random.of([null, null, null, 12, 25]),
  }
}

function drawItem(id: number, quantity: number, random: ReturnType<typeof createRandom>): HaulItem {
  const side = (maxMm: number) => 10 + random.below(maxMm)
  const sidesMm: DimensionsMm | null = random.below(8) === 0 ? null : [side(600), side(350), side(250)]
  const grams = random.below(6) === 0 ? 3000 + random.below(70_000) : 20 + random.below(2500)
  const category = random.below(3) === 0 ? random.of(kinds) : random.of(['101', '102', '202'])
  return { ...plain, id, name: `Item ${id}`, grams, sidesMm, category, quantity }
}

const plain = { priceFen: null, offer: null, sku: null, variant: '', picture: '' }

function planDrawnHaul({ items, destination, packingPercent, withinDays }: DrawnHaul): HaulPlan {
  return planHaul({
    haul: { items, packingPercent, withinDays },
    lines: getLinesForCountry(compiled, destination),
    exchange,
  })
}

function sumTotals({ split: splitCount2 }: HaulPlan): number {
  return splitCount2.reduce((sum, { option }) => sum + Math.round((option.feeDetail.total ?? 0) * 100), 0)
}

function countLeftOut({ leftOut }: HaulPlan): number {
  return leftOut.reduce((sum, { count }) => sum + count, 0)
}

/** The cheapest of all splits, by enumerating every set partition. */
function planByBruteForce({ items, destination, packingPercent, withinDays }: DrawnHaul): {
  leftOut: number
  total: number
} {
  const lines = filterLinesByTransitTime(getLinesForCountry(compiled, destination), withinDays)
  const pieces = items.flatMap((item) => Array.from({ length: item.quantity }, () => item))
  const costByMask = new Map<number, number | undefined>()
  const computeCost = (mask: number): number | undefined => {
    const isUnknown = pieces.some(({ category }, index) => category === null && (mask >> index) & 1)
    const open = isUnknown ? lines.filter(({ id }) => id !== 'clothing') : lines
    if (!costByMask.has(mask))
      costByMask.set(mask, findCheapestTotal(open, packMask(pieces, mask, packingPercent)))
    return costByMask.get(mask)
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
  const quotes = lines.flatMap((line) => {
    const total = quoteLine(line, parcel).parts?.total
    return total === undefined ? [] : [{ trust: line.trust, total }]
  })
  const bestTrust = Math.min(...quotes.map(({ trust }) => trust))
  const totals = quotes.filter(({ trust }) => trust === bestTrust).map(({ total }) => total)
  return totals.length > 0 ? Math.min(...totals) : undefined
}

function packMask(pieces: readonly HaulItem[], mask: number, packingPercent: number): Parcel {
  const stacks = pieces
    .filter((_piece, index) => (mask >> index) & 1)
    .map(({ grams, sidesMm, category }) => ({ piece: { grams: grams ?? 0, sidesMm, category }, count: 1 }))
  return packPieces(stacks, packingPercent)
}

describe('planHaul: the cheapest split', () => {
  test('returns the cheapest of all splits for 200 random hauls of up to 8 pieces', () => {
    let [splitCount2, leftOutCount, unshippableCount] = [0, 0, 0]
    for (let seed = 1; seed <= 200; seed += 1) {
      const haul = drawHaul(seed, 8)
      const plan = planDrawnHaul(haul)
      expect({ seed, leftOut: countLeftOut(plan), total: sumTotals(plan) }).toEqual({
        seed,
        ...planByBruteForce(haul),
      })
      expect(plan.isExact).toBe(true)
      if (plan.split.length > 1) splitCount2 += 1
      if (plan.leftOut.length > 0) leftOutCount += 1
      if (plan.single && !plan.single.option) unshippableCount += 1
    }
    // The random hauls cover splits, pieces that no line takes, and hauls that do not fit into one parcel.
    expect(splitCount2).toBeGreaterThan(50)
    expect(leftOutCount).toBeGreaterThan(10)
    expect(unshippableCount).toBeGreaterThan(5)
  })

  test('returns a split that costs at most as much as one parcel and holds every piece once', () => {
    for (let seed = 300; seed < 340; seed += 1) {
      const haul = drawHaul(seed, 12)
      const plan = planDrawnHaul(haul)
      const shippedPieces = [...plan.split.flatMap(({ pieces }) => pieces), ...plan.leftOut]
      for (const { id, quantity } of haul.items) {
        const counts = shippedPieces.filter(({ item }) => item === id).map(({ count }) => count)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(quantity)
      }
      const singleTotal = plan.single?.option?.feeDetail.total
      if (singleTotal != null) expect(sumTotals(plan)).toBeLessThanOrEqual(Math.round(singleTotal * 100))
    }
  })

  test('returns the same split for any order of the items and of their sides', () => {
    for (let seed = 400; seed < 430; seed += 1) {
      const haul = drawHaul(seed, 10)
      const reordered = haul.items.toReversed().map((item) => ({
        ...item,
        sidesMm: item.sidesMm && ([...item.sidesMm].reverse() as unknown as DimensionsMm),
      }))
      const [plan, other] = [planDrawnHaul(haul), planDrawnHaul({ ...haul, items: reordered })]
      expect(sumTotals(other)).toBe(sumTotals(plan))
      const listWeights = ({ split: splitCount2 }: HaulPlan) =>
        splitCount2.map(({ parcel, option }) => [parcel.grams, option.id])
      expect(listWeights(other)).toEqual(listWeights(plan))
    }
  })

  test('returns no cheaper split when the delivery time is limited', () => {
    for (let seed = 500; seed < 530; seed += 1) {
      const haul = { ...drawHaul(seed, 8), withinDays: null }
      const [plan, fasterPlan] = [planDrawnHaul(haul), planDrawnHaul({ ...haul, withinDays: 21 })]
      expect(countLeftOut(fasterPlan)).toBeGreaterThanOrEqual(countLeftOut(plan))
      if (countLeftOut(fasterPlan) === countLeftOut(plan))
        expect(sumTotals(fasterPlan)).toBeGreaterThanOrEqual(sumTotals(plan))
      for (const { option } of fasterPlan.split) expect(option.transit.max).toBeLessThanOrEqual(21)
    }
  })

  test('returns fewer parcels when the price is the same', () => {
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
    const plan = planHaul({ haul: { items: [item], packingPercent: 0, withinDays: null }, lines, exchange })
    expect(plan.split.map(({ pieces }) => pieces)).toEqual([[{ item: 1, count: 3 }]])
  })
})

/** A line that costs the same for every split. */
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

describe('planHaul: a haul of one piece', () => {
  const names = [
    'Court sneaker',
    'Boxy T-shirt',
    'Down jacket',
    'Leather wallet',
    'Sunglasses',
    'Thing',
  ] as const

  test('costs the same as the item sent alone on the cheapest line, by its listed weight, size and category', () => {
    let shippedPieces = 0
    for (let seed = 800; seed < 1000; seed += 1) {
      const random = createRandom(seed)
      const name = random.of(names)
      const { packingPercent, destination } = drawHaul(seed, 1)
      const kind = getItemKind(name)
      const item = { ...drawItem(0, 1, random), name, category: kind?.category ?? null }
      const plan = planDrawnHaul({ items: [item], destination, packingPercent, withinDays: null })
      const lines = toCountryLines(getLinesForCountry(compiled, destination), rates, 'CNY')
      const listing = { kind, grams: item.grams, sides: (item.sidesMm ?? []).map((side) => side / 10) }
      const parcel = toItemParcel(listing)
      const cheapest = parcel && findCheapestShipping(lines, parcel)
      const estimated = parcel && findCheapestOption(listAvailableOptions(lines, parcel))
      const total = plan.split.length > 0 ? sumTotals(plan) : undefined
      expect({ seed, total }).toEqual({ seed, total: cheapest?.parts.total })
      expect(total).toBe(estimated && Math.round((estimated.feeDetail.total ?? 0) * 100))
      if (total !== undefined) shippedPieces += 1
    }
    expect(shippedPieces).toBeGreaterThan(100)
  })
})

describe('planHaul: pieces that no line takes', () => {
  const item = { ...plain, id: 1, name: 'Thing', grams: 500, sidesMm: null, category: null, quantity: 1 }

  test('leaves out a piece with the reasons of every line, and plans the others', () => {
    const items = [item, { ...item, id: 2, name: 'Anvil', grams: 90_000 }, { ...item, id: 3, name: 'Cap' }]
    const plan = planDrawnHaul({ items, destination: 'DE', packingPercent: 8, withinDays: null })
    expect(plan.leftOut.map(({ item: id, count }) => ({ id, count }))).toEqual([{ id: 2, count: 1 }])
    const generalLines = getLinesForCountry(compiled, 'DE').filter(({ id }) => id !== 'clothing')
    expect(plan.leftOut[0]?.unavailableOptions.map(({ id }) => id)).toEqual(generalLines.map(({ id }) => id))
    for (const { unavailableReasons } of plan.leftOut[0]?.unavailableOptions ?? [])
      expect(unavailableReasons).toContain('ABOVE_MAX_WEIGHT')
    expect(plan.split.flatMap(({ pieces }) => pieces.map(({ item: id }) => id)).sort()).toEqual([1, 3])
    expect(plan.single?.option).toBeTruthy()
  })

  test('plans several parcels when one parcel is too heavy for every line', () => {
    const plan = planDrawnHaul({
      items: [{ ...item, grams: 50_000, quantity: 2 }],
      destination: 'DE',
      packingPercent: 0,
      withinDays: null,
    })
    expect(plan.single?.option).toBeNull()
    expect(plan.single?.unavailableOptions?.every(({ available }) => !available)).toBe(true)
    expect(plan.split).toHaveLength(2)
  })

  test('leaves out every piece when no line arrives in time', () => {
    const plan = planDrawnHaul({ items: [item], destination: 'DE', packingPercent: 8, withinDays: 2 })
    expect(plan).toMatchObject({ single: null, split: [], lines: { inTime: 0 }, leftOut: [{ item: 1 }] })
  })

  test('ignores an item without a weight', () => {
    const plan = planDrawnHaul({
      items: [{ ...item, grams: null }],
      destination: 'DE',
      packingPercent: 8,
      withinDays: null,
    })
    expect(plan).toMatchObject({ single: null, split: [], leftOut: [] })
  })
})

describe('Planner.computeAddedCost', () => {
  const shirt: HaulItem = {
    ...plain,
    id: 99,
    name: 'T-shirt',
    grams: 250,
    sidesMm: [300, 240, 30],
    category: '101',
    quantity: 1,
  }

  test('returns the difference between the plans with and without the piece', () => {
    for (let seed = 600; seed < 620; seed += 1) {
      const haul = { ...drawHaul(seed, 8), withinDays: null }
      const lines = getLinesForCountry(compiled, haul.destination)
      const added = new Planner({ haul, lines, exchange }).computeAddedCost(shirt)
      const [before, after] = [planDrawnHaul(haul), planDrawnHaul({ ...haul, items: [...haul.items, shirt] })]
      if (countLeftOut(before) === countLeftOut(after))
        expect(added.split).toBe(sumTotals(after) - sumTotals(before))
    }
  })

  test('returns 0 for one parcel when its price step has room', () => {
    const items = [{ ...shirt, id: 1, grams: 4000, sidesMm: null, category: null }]
    const lines = getLinesForCountry(compiled, 'DE').filter(({ id }) => id === 'ems')
    const planner = new Planner({ haul: { items, packingPercent: 0, withinDays: null }, lines, exchange })
    const free = planner.plan().single
    expect(free?.option && free.free).toEqual({ grams: 0, maxGrams: 4000, isVolume: false })
    const lighter = items.map((item) => ({ ...item, grams: 3700 }))
    const roomyPlanner = new Planner({
      haul: { items: lighter, packingPercent: 0, withinDays: null },
      lines,
      exchange,
    })
    expect(roomyPlanner.plan().single).toMatchObject({
      free: { grams: 300, maxGrams: 4000, isVolume: false },
    })
    expect(roomyPlanner.computeAddedCost(shirt).single).toBe(0)
  })
})

describe('planHaul: more splits than can be enumerated', () => {
  test('returns a split that holds every piece once and costs at most as much as one parcel or single pieces', {
    timeout: 90_000,
  }, () => {
    for (let seed = 700; seed < 706; seed += 1) {
      const random = createRandom(seed)
      const items = Array.from({ length: 20 }, (_none, id) => drawItem(id, 1, random)).map((item) => ({
        ...item,
        grams: 20 + random.below(1500),
        category: null,
      }))
      const plan = planDrawnHaul({ items, destination: 'DE', packingPercent: 8, withinDays: null })
      expect(plan.isExact).toBe(false)
      const shippedPieces = plan.split.flatMap(({ pieces }) => pieces.map(({ item }) => item))
      expect(shippedPieces.length + countLeftOut(plan)).toBe(20)
      expect(new Set(shippedPieces).size).toBe(shippedPieces.length)
      const single = items.flatMap((item) =>
        planDrawnHaul({ items: [item], destination: 'DE', packingPercent: 8, withinDays: null }),
      )
      expect(sumTotals(plan)).toBeLessThanOrEqual(single.reduce((sum, plan) => sum + sumTotals(plan), 0))
      const singleTotal = plan.single?.option?.feeDetail.total
      if (singleTotal != null) expect(sumTotals(plan)).toBeLessThanOrEqual(Math.round(singleTotal * 100))
      const reordered = planDrawnHaul({
        items: items.toReversed(),
        destination: 'DE',
        packingPercent: 8,
        withinDays: null,
      })
      expect(sumTotals(reordered)).toBe(sumTotals(plan))
    }
  })

  test('enumerates the splits of 40 equal pieces', () => {
    const item: HaulItem = {
      ...plain,
      id: 1,
      name: 'Tee',
      grams: 250,
      sidesMm: null,
      category: '101',
      quantity: 40,
    }
    const plan = planDrawnHaul({ items: [item], destination: 'DE', packingPercent: 8, withinDays: null })
    expect(plan.isExact).toBe(true)
    expect(plan.split.flatMap(({ pieces }) => pieces).reduce((sum, { count }) => sum + count, 0)).toBe(40)
  })
})
