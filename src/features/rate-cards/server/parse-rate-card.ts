import { z } from 'zod'
import categories from '#features/freight/built-in/categories.json' with { type: 'json' }
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { compileCard } from '#features/freight/engine/compile-card.ts'
import {
  type CountryRate,
  line,
  type RateCard,
  rate,
  rateCard,
  type ShippingLine,
} from '#shared/freight/rate-card.ts'
import { createYielder, yieldEventLoop } from '#shared/server/event-loop.ts'
import { cardLimits } from '../texts-and-limits.ts'
import { checkCard, type ValidCodes } from './checks/card-checks.ts'
import {
  type CardPath,
  type CardProblem,
  createCardError,
  quoteValue,
  type ReportProblem,
} from './checks/card-problems.ts'

const children = categories.flatMap((group) => group.children)
const validCodes: ValidCodes = {
  countries: new Set(countries.map(({ code }) => code)),
  targets: new Set([
    ...categories.map(({ id }) => id),
    ...children.map(({ id }) => id),
    ...children.flatMap(({ flags }) => flags.map((flag) => `#${flag}`)),
  ]),
}

/** Parses a card. Throws a RequestError (400) with the first twenty invalid fields. */
export async function parseRateCard(value: unknown): Promise<RateCard> {
  const { card, problems } = await validateRateCard(value)
  if (card && problems.length === 0) return card
  throw createCardError(problems, value)
}

type CardParseResult = { card?: RateCard; problems: CardProblem[] }

/**
 * Validates a card in this order: the lengths of its lists, its schema, and rules that a schema cannot express. Yields
 * to the event loop, because cards are long.
 */
export async function validateRateCard(value: unknown): Promise<CardParseResult> {
  const sizeProblems = findSizeProblems(value)
  if (sizeProblems.length > 0) return { problems: sizeProblems }
  const { card, problems } = await parseParts(value)
  if (!card || problems.length > 0) return { problems }
  const cardProblems = await checkCard(card, validCodes)
  await yieldEventLoop()
  return { card, problems: cardProblems.length > 0 ? cardProblems : findComputeProblems(card) }
}

/** Schemas of cards and lines without the entries of their lists, which are parsed one by one. */
const cardShell = rateCard.extend({ lines: z.array(z.unknown()) })
const lineShell = line.extend({ rates: z.array(z.unknown()).min(1) })

async function parseParts(value: unknown): Promise<CardParseResult> {
  const problems: CardProblem[] = []
  const parsePart = <T>(schema: z.ZodType<T>, part: unknown, path: CardPath): T | undefined => {
    const { data, error } = schema.safeParse(part, { error: describeIssue })
    for (const { path: subpath, message } of error?.issues.flatMap(toProblems) ?? [])
      problems.push({ path: [...path, ...subpath], message })
    return data
  }
  const pause = createYielder()
  const card = parsePart(cardShell, value, [])
  const lines: ShippingLine[] = []
  for (const [lineIndex, part] of (card?.lines ?? []).entries()) {
    const shell = parsePart(lineShell, part, ['lines', lineIndex])
    const rates: CountryRate[] = []
    for (const [rateIndex, entry] of (shell?.rates ?? []).entries()) {
      await pause()
      const parsedRate = parsePart(rate, entry, ['lines', lineIndex, 'rates', rateIndex])
      if (parsedRate) rates.push(parsedRate)
    }
    if (shell) lines.push({ ...shell, rates })
  }
  return { problems, ...(card && { card: { ...card, lines } }) }
}

/** Reports figures that are valid alone but give amounts too large for exact arithmetic together. */
function findComputeProblems(card: RateCard): CardProblem[] {
  try {
    compileCard(card, categories)
    return []
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ path: ['lines'], message: `Prices cannot be computed exactly. ${error.message}.` }]
  }
}

type CardList = 'lines' | 'rates' | 'tiers' | 'segments' | 'countries' | 'entries'

/** Rejects a list that is much too long before its content is checked. */
function findSizeProblems(card: unknown): CardProblem[] {
  const problems: CardProblem[] = []
  const totals = new Map<CardList, number>()
  const report: ReportProblem = (path, message) => {
    problems.push({ path, message })
  }
  const checkList = (part: unknown, field: string, path: CardPath, limitName: CardList): unknown[] => {
    const list = Object(part)[field]
    if (!Array.isArray(list)) return []
    const total = (totals.get(limitName) ?? 0) + list.length
    totals.set(limitName, total)
    const max = cardLimits[limitName]
    if (total > max)
      report([...path, field], `A card has ${max} ${limitName} at most, this has ${total} so far.`)
    return problems.length > 0 ? [] : list
  }
  checkList(card, 'lines', [], 'lines').forEach((line, lineIndex) => {
    const linePath = ['lines', lineIndex]
    checkList(line, 'tags', linePath, 'entries')
    for (const list of ['allow', 'block'])
      checkList(Object(line).categories, list, [...linePath, 'categories'], 'entries')
    checkList(line, 'rates', linePath, 'rates').forEach((rate, rateIndex) => {
      checkList(rate, 'countries', [...linePath, 'rates', rateIndex], 'countries')
      checkList(rate, 'tiers', [...linePath, 'rates', rateIndex], 'tiers').forEach((tier, tierIndex) => {
        checkList(tier, 'segments', [...linePath, 'rates', rateIndex, 'tiers', tierIndex], 'segments')
      })
    })
  })
  for (const field of ['sources', 'asOf']) {
    const count = Object.keys(Object(Object(card)[field])).length
    if (count > cardLimits.sources) report([field], `${count} are more than ${cardLimits.sources}.`)
  }
  return problems.slice(0, 1)
}

type ZodIssue = z.core.$ZodIssue

function toProblems(issue: ZodIssue): CardProblem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) => ({ path: [...path, key], message: 'Unknown field.' }))
}

const kindNames = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])

/** The message for an issue without a message in the schema. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const { input } = issue
  if (input === undefined) return 'This is missing.'
  const value = quoteValue(input)
  if (issue.code === 'invalid_type')
    return `${value} is not ${kindNames.get(issue.expected) ?? 'of this kind'}.`
  if (issue.code === 'invalid_value') return `${value} is not ${issue.values.map(quoteValue).join(' or ')}.`
  if (issue.code === 'too_big') return describeBound(value, 'more', issue.origin, issue.maximum)
  if (issue.code === 'too_small') {
    const isAbove = issue.origin === 'number' && issue.inclusive === false
    return isAbove
      ? `${value} is not above ${issue.minimum}.`
      : describeBound(value, 'less', issue.origin, issue.minimum)
  }
  if (issue.code === 'invalid_format' && issue.format === 'date')
    return `${value} is not a day like 2026-11-21.`
  return `${value} is invalid.`
}

function describeBound(value: string, than: 'more' | 'less', origin: string, limit: number | bigint): string {
  if (origin === 'string') return `${value} has ${than} than ${limit} characters.`
  if (origin === 'array') return `The list has ${than} than ${limit} entries.`
  return `${value} is ${than} than ${limit}.`
}
