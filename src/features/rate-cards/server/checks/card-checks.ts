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

/** Country codes, and what category rules may name: ids of groups and children, and flags like '#liquid'. */
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
  const indexById = new Map<string, number>()
  for (const [at, line] of card.lines.entries()) {
    await pause()
    const first = indexById.get(line.id)
    if (first === undefined) indexById.set(line.id, at)
    else report(['lines', at, 'id'], `lines[${first}] has the id ${quoteValue(line.id)} already.`)
    checkLine(line, ['lines', at], validCodes, report)
  }
  return problems
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
    line.categories?.[list]?.forEach((target, at) => {
      if (!validCodes.targets.has(target))
        report([...path, 'categories', list, at], `${quoteValue(target)} is no category of /category.json.`)
    })
  const served = new Map<string, number>()
  line.rates.forEach((rate, at) => {
    const own = [...path, 'rates', at]
    checkCountries(rate.countries, { at, own, served, validCodes }, report)
    checkRate(rate, line, own, report)
  })
}

type CountryCheckContext = { at: number; own: CardPath; served: Map<string, number>; validCodes: ValidCodes }

/** Each country is in the list of countries, and has one row in the line. */
function checkCountries(
  countries: readonly string[],
  where: CountryCheckContext,
  report: ReportProblem,
): void {
  const { at, own, served, validCodes } = where
  countries.forEach((country, index) => {
    const field = [...own, 'countries', index]
    const first = served.get(country)
    if (first === undefined) served.set(country, at)
    else if (first === at) report(field, `${country} is listed twice.`)
    else report(field, `${country} has a row in this line already, rates[${first}].`)
    const usualCode = usualCodes.get(country)
    if (usualCode) report(field, `${country} is written ${usualCode} here.`)
    else if (!validCodes.countries.has(country)) report(field, `${country} isn't a country in /country.json.`)
  })
}

const usualCodes = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
])

function checkRate(rate: CountryRate, line: ShippingLine, path: CardPath, report: ReportProblem): void {
  checkTiers(rate.tiers, [...path, 'tiers'], report)
  checkRange(rate.transit, [...path, 'transit'], report)
  if (rate.weight) checkWeights(rate.weight, line.weight, [...path, 'weight'], report)
  checkVolume(rate.volumetric, [...path, 'volumetric'], report)
  checkFees(rate.fees, [...path, 'fees'], report)
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

/** Each limit of a row replaces that of its line. */
function checkWeights(
  own: WeightLimits | undefined,
  line: WeightLimits | undefined,
  path: CardPath,
  report: ReportProblem,
): void {
  checkGrams(report, [...path, 'min'], own?.min)
  checkGrams(report, [...path, 'max'], own?.max)
  const { min, max } = { ...line, ...own }
  if (min !== undefined && max !== undefined && min > max)
    report(
      [...path, own?.min === undefined ? 'max' : 'min'],
      `Minimum ${min} is greater than maximum ${max}.`,
    )
}

function checkSizes(limits: SizeLimits | undefined, path: CardPath, report: ReportProblem): void {
  for (const field of ['maxSide', 'maxSum', 'maxGirth'] as const)
    checkSizeCm(report, [...path, field], limits?.[field])
  limits?.box?.forEach((side, at) => {
    checkSizeCm(report, [...path, 'box', at], side)
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

/** A path on this site or an https URL; never a script URL. */
function checkIcon(url: string | undefined, path: CardPath, report: ReportProblem): void {
  if (!url || /^\/(?![/\\])[\w./%~-]*$/.test(url)) return
  if (!/^https:\/\/[^\s"'<>\\]+$/.test(url) || !URL.canParse(url))
    report(path, 'An icon begins with / or https:// and is a plain address.')
}

/** Every text of a card is short and has no control characters. */
function checkTexts(part: unknown, path: CardPath, report: ReportProblem): void {
  if (typeof part === 'string') {
    const maxLength = path.length === 1 && path[0] === 'name' ? cardLimits.name : cardLimits.text
    if (part.length > maxLength) report(path, `${part.length} characters are more than ${maxLength}.`)
    if (!plainText.test(part)) report(path, 'This text contains control characters.')
  } else if (Array.isArray(part))
    part.forEach((entry, at) => {
      checkTexts(entry, [...path, at], report)
    })
  else if (typeof part === 'object' && part !== null)
    for (const [key, entry] of Object.entries(part)) {
      checkKey(key, path, report)
      checkTexts(entry, [...path, key], report)
    }
}

/** Most keys come from the schema; only the short names of sources are free. */
function checkKey(key: string, path: CardPath, report: ReportProblem): void {
  if (key.length > cardLimits.name)
    report(path, `${quoteValue(key)} has a name of ${key.length} characters, more than ${cardLimits.name}.`)
  if (!plainText.test(key)) report(path, `${quoteValue(key)} has control characters in its name.`)
}
