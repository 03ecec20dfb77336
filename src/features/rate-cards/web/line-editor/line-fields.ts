import type { CountryRate, ShippingLine, Tier } from '#features/freight/rate-card.ts'

/** `size` is cm above 0, `whole` grams or days, `amount` money, `box` three sides. */
export type LineFieldKind = 'whole' | 'amount' | 'percent' | 'size' | 'box' | 'text'

/** A figure of a line that can be edited. */
export type LineField = {
  /** Its path in the line: 'rates.0.tiers.1.feeFirst'. */
  path: string
  label: string
  kind: LineFieldKind
  isRequired?: boolean
  /** What counts while it is empty. */
  otherwise?: string
}
export type LineFieldGroup = { title: string; fields: LineField[] }

/** What applies to all countries of a line. */
export function getLineFieldGroups(line: ShippingLine): {
  general: LineField[]
  weight: LineField[]
  size: LineField[]
} {
  return {
    general: [...createDayFields('', line), createFuelField('', 'none')],
    weight: createWeightFields('', line.weight),
    size: [
      { path: 'dimensions.maxSide', label: 'Longest side (cm)', kind: 'size', otherwise: 'any' },
      { path: 'dimensions.maxSum', label: 'Sum of sides (cm)', kind: 'size', otherwise: 'any' },
      { path: 'dimensions.maxGirth', label: 'Girth (cm)', kind: 'size', otherwise: 'any' },
      { path: 'dimensions.box', label: 'Box (cm)', kind: 'box', otherwise: 'any' },
      { path: 'dimensions.text', label: 'Size limits in words', kind: 'text' },
    ],
  }
}

/** The prices to some countries, tier by tier, and what is otherwise there than in the rest of the line. */
export function getRateFieldGroups(
  line: ShippingLine,
  place: number,
  currency: string,
): { tiers: LineFieldGroup[]; own: LineField[] } {
  const rate = line.rates[place]
  if (!rate) return { tiers: [], own: [] }
  const start = `rates.${place}.`
  return {
    tiers: rate.tiers.map((tier, tierPlace) => ({
      title: formatTierTitle(tier, tierPlace, rate),
      fields: createTierFields(`${start}tiers.${tierPlace}.`, tier, currency),
    })),
    own: createOwnFields(start, line),
  }
}

/** Every field of a line, wherever it is shown. */
export function listAllFields(line: ShippingLine): LineField[] {
  const { general, weight, size } = getLineFieldGroups(line)
  const ofRates = line.rates.flatMap((_rate, place) => {
    const { tiers, own } = getRateFieldGroups(line, place, '')
    return [...tiers.flatMap(({ fields }) => fields), ...own]
  })
  return [...general, ...weight, ...size, ...ofRates]
}

function createOwnFields(start: string, line: ShippingLine): LineField[] {
  const heaviest = line.weight?.max === undefined ? 'any' : `${line.weight.max}`
  const fuel = line.fees?.fuelPercent === undefined ? 'none' : `${line.fees.fuelPercent}`
  return [
    ...createDayFields(start, line),
    {
      path: `${start}weight.max`,
      label: 'Maximum weight, these countries (g)',
      kind: 'whole',
      otherwise: heaviest,
    },
    { ...createFuelField(start, fuel), label: 'Fuel, these countries (%)' },
  ]
}

function createDayFields(start: string, { transit }: Pick<ShippingLine, 'transit'>): LineField[] {
  const there = start === '' ? '' : ' there'
  const otherwise = (days: number | undefined) =>
    start !== '' && days !== undefined ? { otherwise: `${days}` } : {}
  return [
    { path: `${start}transit.min`, label: `Days from${there}`, kind: 'whole', ...otherwise(transit?.min) },
    { path: `${start}transit.max`, label: `Days to${there}`, kind: 'whole', ...otherwise(transit?.max) },
  ]
}

function createFuelField(start: string, otherwise: string): LineField {
  return { path: `${start}fees.fuelPercent`, label: 'Fuel (%)', kind: 'percent', otherwise }
}

function createWeightFields(start: string, weight: ShippingLine['weight']): LineField[] {
  const isRaised = weight?.belowMin === 'bump'
  return [
    {
      path: `${start}weight.min`,
      label: isRaised ? 'Minimum charged weight (g)' : 'Minimum weight (g)',
      kind: 'whole',
      otherwise: 'any',
    },
    { path: `${start}weight.max`, label: 'Maximum weight (g)', kind: 'whole', otherwise: 'any' },
  ]
}

const modeLabels = {
  step: 'each further weight begun is charged whole',
  prorata: 'charged to the gram',
  ladder: 'further weight by sections',
} as const

function formatTierTitle({ mode }: Tier, place: number, { tiers }: CountryRate): string {
  return tiers.length === 1 ? `Price: ${modeLabels[mode]}` : `Tier ${place + 1}: ${modeLabels[mode]}`
}

function createTierFields(start: string, tier: Tier, currency: string): LineField[] {
  const segments = tier.segments ?? []
  return [
    createUpToField(start),
    { path: `${start}weightFirst`, label: 'First weight (g)', kind: 'whole', isRequired: true },
    { path: `${start}feeFirst`, label: `First fee (${currency})`, kind: 'amount', isRequired: true },
    ...(segments.length === 0 ? createFurtherFields(start, currency, tier.feeContinue !== undefined) : []),
    ...segments.flatMap((_segment, place) => [
      { ...createUpToField(`${start}segments.${place}.`), label: `Section ${place + 1} up to (g)` },
      ...createFurtherFields(`${start}segments.${place}.`, currency, true),
    ]),
  ]
}

function createUpToField(start: string): LineField {
  return { path: `${start}upTo`, label: 'Up to (g)', kind: 'whole', otherwise: 'no end' }
}

/** A price that is there stays there. */
function createFurtherFields(start: string, currency: string, isRequired: boolean): LineField[] {
  return [
    { path: `${start}weightContinue`, label: 'Next weight (g)', kind: 'whole', isRequired },
    { path: `${start}feeContinue`, label: `Fee for each (${currency})`, kind: 'amount', isRequired },
  ]
}
