import { hasVisibleText, plainText } from '#shared/format/plain-text.ts'
import type {
  CountryRate,
  Fees,
  RateCard,
  ShippingLine,
  SizeLimits,
  VolumetricRule,
  WeightLimits,
} from '#shared/freight/rate-card.ts'
import { createYielder } from '#shared/server/event-loop.ts'
import { cardLimits } from '../../texts-and-limits.ts'
import { type CardPath, type CardProblem, quoteValue, type ReportProblem } from './card-problems.ts'
import { checkGrams, checkMoney, checkPercent, checkRatio, checkSizeCm } from './figure-checks.ts'
import { checkTiers } from './tier-checks.ts'

/** Valid country codes, and valid targets of category rules: ids of groups and categories, and flags like '#liquid'. */
export type ValidCodes = { countries: ReadonlySet<string>; targets: ReadonlySet<string> }

/** Errors that the schema of a card cannot express; empty when the card is valid. */
export async function checkCard(card: RateCard, validCodes: ValidCodes): Promise<CardProblem[]> {
  const pause = createYielder()
  const problems: CardProblem[] = []
  const report: ReportProblem = (path, message) => {
    problems.push({ path, message })
  }
  checkTexts(card, [], report)
  checkFees(card.agentFees, ['agentFees'], report)
  checkYears(card, report)
  const indexById = new Map<string, number>()
  for (const [index, line] of card.lines.entries()) {
    await pause()
    const firstIndex = indexById.get(line.id)
    if (firstIndex === undefined) indexById.set(line.id, index)
    else report(['lines', index, 'id'], `lines[${firstIndex}] has the id ${quoteValue(line.id)} already.`)
    checkLine(line, ['lines', index], validCodes, report)
  }
  return problems
}

/** Reports a year of a source that the card does not have: a key with a typing error would leave prices undated. */
function checkYears({ asOf = {}, sources = {}, lines }: RateCard, report: ReportProblem): void {
  const keys = new Set([
    ...Object.keys(sources),
    ...lines.flatMap(({ rates }) => rates.map(({ src }) => src)),
  ])
  for (const key of Object.keys(asOf))
    if (!keys.has(key)) report(['asOf', key], `The card has no source ${quoteValue(key)}.`)
}

function checkLine(line: ShippingLine, path: CardPath, validCodes: ValidCodes, report: ReportProblem): void {
  if (!hasVisibleText(line.name)) report([...path, 'name'], 'This name has no visible characters.')
  checkIcon(line.iconUrl, [...path, 'iconUrl'], report)
  checkRange(line.transit, [...path, 'transit'], report)
  checkGrams(report, [...path, 'billing', 'minCharge'], line.billing?.minCharge)
  checkGrams(report, [...path, 'billing', 'roundTo'], line.billing?.roundTo)
  checkSizes(line.dimensions, [...path, 'dimensions'], report)
  checkVolume(line.volumetric, [...path, 'volumetric'], report)
  checkFees(line.fees, [...path, 'fees'], report)
  checkWeights(line.weight, undefined, [...path, 'weight'], report)
  for (const list of ['allow', 'block'] as const)
    line.categories?.[list]?.forEach((target, index) => {
      if (!validCodes.targets.has(target))
        report(
          [...path, 'categories', list, index],
          `${quoteValue(target)} is no category of /category.json.`,
        )
    })
  const rateIndexByCountry = new Map<string, number>()
  line.rates.forEach((rate, index) => {
    const ratePath = [...path, 'rates', index]
    checkCountries(rate.countries, { index, path: ratePath, rateIndexByCountry, validCodes }, report)
    checkRate(rate, line, ratePath, report)
  })
}

type CountryCheckContext = {
  index: number
  path: CardPath
  rateIndexByCountry: Map<string, number>
  validCodes: ValidCodes
}

/** Reports countries that are not in the list of countries or that have another row in the line. */
function checkCountries(
  countries: readonly string[],
  { index, path, rateIndexByCountry, validCodes }: CountryCheckContext,
  report: ReportProblem,
): void {
  countries.forEach((country, countryIndex) => {
    const field = [...path, 'countries', countryIndex]
    const firstIndex = rateIndexByCountry.get(country)
    if (firstIndex === undefined) rateIndexByCountry.set(country, index)
    else if (firstIndex === index) report(field, `${country} is listed twice.`)
    else report(field, `${country} has a row in this line already, rates[${firstIndex}].`)
    const standardCode = standardCodes.get(country)
    if (standardCode) report(field, `${country} is written ${standardCode} here.`)
    else if (!validCodes.countries.has(country)) report(field, `${country} isn't a country in /country.json.`)
  })
}

const standardCodes = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

function checkRate(rate: CountryRate, line: ShippingLine, path: CardPath, report: ReportProblem): void {
  checkTiers(rate.tiers, [...path, 'tiers'], report)
  checkRange(rate.transit, [...path, 'transit'], report)
  if (rate.weight) checkWeights(rate.weight, line.weight, [...path, 'weight'], report)
  checkVolume(rate.volumetric, [...path, 'volumetric'], report)
  checkFees(rate.fees, [...path, 'fees'], report)
  checkPercent(report, [...path, 'spread'], rate.spread)
  checkMoney(report, [...path, 'check', 'freight'], rate.check?.freight)
  checkGrams(report, [...path, 'check', 'weight'], rate.check?.weight)
}

function checkRange(
  range: { min: number; max: number } | undefined,
  path: CardPath,
  report: ReportProblem,
): void {
  if (range && range.min > range.max)
    report([...path, 'min'], `Minimum ${range.min} is greater than maximum ${range.max}.`)
}

/** A limit of a row replaces the limit of its line. */
function checkWeights(
  ownLimits: WeightLimits | undefined,
  lineLimits: WeightLimits | undefined,
  path: CardPath,
  report: ReportProblem,
): void {
  checkGrams(report, [...path, 'min'], ownLimits?.min)
  checkGrams(report, [...path, 'max'], ownLimits?.max)
  const { min, max } = { ...lineLimits, ...ownLimits }
  if (min !== undefined && max !== undefined && min > max)
    report(
      [...path, ownLimits?.min === undefined ? 'max' : 'min'],
      `Minimum ${min} is greater than maximum ${max}.`,
    )
}

function checkSizes(limits: SizeLimits | undefined, path: CardPath, report: ReportProblem): void {
  for (const field of ['maxSide', 'maxSum', 'maxGirth'] as const)
    checkSizeCm(report, [...path, field], limits?.[field])
  limits?.box?.forEach((side, index) => {
    checkSizeCm(report, [...path, 'box', index], side)
  })
}

function checkVolume(rule: VolumetricRule | undefined, path: CardPath, report: ReportProblem): void {
  if (!rule) return
  if (rule.method !== 'none' && rule.divisor === undefined)
    report([...path, 'divisor'], 'This is missing; volumetric weight needs a divisor.')
  checkSizeCm(report, [...path, 'sideTrigger', 'cm'], rule.sideTrigger?.cm)
  checkRatio(report, [...path, 'freeRatio'], rule.freeRatio)
  checkGrams(report, [...path, 'freeUpTo'], rule.freeUpTo)
  checkGrams(report, [...path, 'freeExcess'], rule.freeExcess)
}

function checkFees(fees: Fees | undefined, path: CardPath, report: ReportProblem): void {
  if (!fees) return
  checkPercent(report, [...path, 'fuelPercent'], fees.fuelPercent)
  checkPercent(report, [...path, 'serviceFee', 'percent'], fees.serviceFee?.percent)
  checkMoney(report, [...path, 'serviceFee', 'flat'], fees.serviceFee?.flat)
  checkMoney(report, [...path, 'customs', 'flat'], fees.customs?.flat)
  checkMoney(report, [...path, 'customs', 'perKg'], fees.customs?.perKg)
  for (const field of ['airSurchargePerKg', 'operationFee', 'minFreight'] as const)
    checkMoney(report, [...path, field], fees[field])
}

/** Reports an icon that is neither a path on this site nor an https URL. */
function checkIcon(url: string | undefined, path: CardPath, report: ReportProblem): void {
  if (!url || /^\/(?![/\\])[\w./%~-]*$/.test(url)) return
  if (!/^https:\/\/[^\s"'<>\\]+$/.test(url) || !URL.canParse(url))
    report(path, 'An icon begins with / or https:// and is a plain address.')
}

/** Reports texts that are too long or contain control characters. */
function checkTexts(part: unknown, path: CardPath, report: ReportProblem): void {
  if (typeof part === 'string') {
    const maxLength = path.length === 1 && path[0] === 'name' ? cardLimits.name : cardLimits.text
    if (part.length > maxLength) report(path, `${part.length} characters are more than ${maxLength}.`)
    if (!plainText.test(part)) report(path, 'This text contains control characters.')
  } else if (Array.isArray(part))
    part.forEach((entry, index) => {
      checkTexts(entry, [...path, index], report)
    })
  else if (typeof part === 'object' && part !== null)
    for (const [key, entry] of Object.entries(part)) {
      checkKey(key, path, report)
      checkTexts(entry, [...path, key], report)
    }
}

/** Reports keys that are too long or contain control characters; the schema does not restrict the keys of sources. */
function checkKey(key: string, path: CardPath, report: ReportProblem): void {
  if (key.length > cardLimits.name)
    report(path, `${quoteValue(key)} has a name of ${key.length} characters, more than ${cardLimits.name}.`)
  if (!plainText.test(key)) report(path, `${quoteValue(key)} has control characters in its name.`)
}
