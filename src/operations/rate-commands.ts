import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Db } from '#db/client.ts'
import type { RateChange } from '#features/rate-cards/contract.ts'
import {
  createRateCards,
  type RateCardImport,
  type RateCardPreview,
} from '#features/rate-cards/server/rate-cards.ts'
import { maxImportBytes } from '#features/rate-cards/spec.ts'

/**
 * Reads files: a rate card (.json) or tiers (.csv), and exchange rates (.json). Throws when they cannot be read.
 */
export async function readRateFiles(file: string, fx: string | undefined): Promise<RateCardImport> {
  return { ...(await readRates(file)), ...(fx !== undefined && { fx: await readJson(fx) }) }
}

/**
 * Imports rates as a new version, after printing the results of the checks and the changes. Throws when the rates
 * are invalid.
 */
export async function importRates(db: Db, input: RateCardImport, activate: boolean): Promise<void> {
  const rateCards = createRateCards({ db })
  for (const line of describePreview(await rateCards.preview(input))) console.log(line)
  const { card } = await rateCards.import(input, { activate }, {})
  console.log(card.active ? `${card.id} is stored and active.` : `${card.id} is stored and not active.`)
}

/** Prints a line for each version. */
export async function listRates(db: Db): Promise<void> {
  for (const { id, name, state, lines, rows, createdAt } of await createRateCards({ db }).list())
    console.log(
      `${state.padEnd(10)}${id.padEnd(32)}${name}, ${lines} lines, ${rows} rows${createdAt ? `, ${createdAt}` : ''}`,
    )
}

async function readRates(file: string): Promise<RateCardImport> {
  const kind = extname(file).toLowerCase()
  if (kind === '.json') return { card: await readJson(file) }
  if (kind === '.csv') return { csv: await readText(file) }
  throw new Error(`${file} must be a .json or .csv file.`)
}

async function readJson(file: string): Promise<unknown> {
  const text = await readText(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} is not valid JSON: ${reason.replaceAll(/\s+/g, ' ')}`)
  }
}

async function readText(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > maxImportBytes) throw new Error(`${file} is larger than ${maxImportBytes / 1024 ** 2} MB.`)
  return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
}

function describePreview({
  checks,
  failedChecks,
  against,
  rows,
  changes,
  total,
  samples,
}: RateCardPreview): string[] {
  const failed = failedChecks.map(
    ({ line, countries, grams, expected, got }) =>
      `  ${line} to ${countries.join(', ')}, ${grams} g: ${expected} expected, ${got ?? 'no price'} found`,
  )
  const remaining = total - changes.length
  return [
    `${checks - failedChecks.length} of ${checks} checks passed.`,
    ...failed,
    `Against ${against}: ${rows.changed} rows changed, ${rows.new} new, ${rows.gone} gone, ${rows.unchanged} unchanged.`,
    ...changes.map(describeRateChange),
    ...(remaining > 0 ? [`  and ${remaining} more changes`] : []),
    ...samples.map(
      ({ parcel, destination, details, before, after }) =>
        `${parcel} to ${destination} (${details}): ${describeOffer(before)} -> ${describeOffer(after)}`,
    ),
  ]
}

type SampleOffer = RateCardPreview['samples'][number]['after']

function describeOffer(offer: SampleOffer): string {
  return offer ? `${offer.total} by ${offer.lineName}` : 'none'
}

function describeRateChange({ lineName, countries, what, before, after, change }: RateChange): string {
  const where = [lineName, ...countries].filter((part) => part !== '').join(' ')
  const changeText = change === null ? '' : ` (${change})`
  return `  ${where === '' ? '' : `${where}: `}${what} ${before ?? 'none'} -> ${after ?? 'none'}${changeText}`
}
