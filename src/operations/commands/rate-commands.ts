import type { Db } from '#db/db.ts'
import type { RateChange } from '#features/rate-cards/contract.ts'
import {
  createRateCards,
  type RateCardImport,
  type RateCardPreview,
} from '#features/rate-cards/server/rate-cards.ts'
import { maxImportBytes } from '#features/rate-cards/texts-and-limits.ts'
import { readJsonFile, writeJsonFile } from './json-files.ts'

/** Reads a rate card and, from another file, its exchange rates. Throws when a file cannot be read. */
export async function readRateFiles(cardFile: string, fxFile: string | undefined): Promise<RateCardImport> {
  const card = await readJsonFile(cardFile, maxImportBytes)
  return { card, ...(fxFile !== undefined && { fx: await readJsonFile(fxFile, maxImportBytes) }) }
}

/**
 * Imports a rate card as a new version, and first prints its checks and what it would change. Throws when it
 * is invalid.
 */
export async function importRates(db: Db, source: RateCardImport, activate: boolean): Promise<void> {
  const rateCards = createRateCards({ db })
  for (const line of describePreview(await rateCards.preview(source))) console.log(line)
  const { card } = await rateCards.import(source, { activate }, {})
  console.log(card.active ? `${card.id} is stored and active.` : `${card.id} is stored and not active.`)
}

type RateExport = { cardFile: string; fxFile: string | undefined; cardId: string | undefined }

/** Writes a version of the rate card, by default the active one, as `importRates` reads it. */
export async function exportRates(db: Db, { cardFile, fxFile, cardId }: RateExport): Promise<void> {
  const { card, exchangeRates } = await createRateCards({ db }).read(cardId)
  if (fxFile !== undefined && !exchangeRates) throw new Error(`${card.id} has no exchange rates of its own.`)
  await writeJsonFile(cardFile, card, maxImportBytes)
  console.log(`${cardFile} holds ${card.id}.`)
  if (fxFile !== undefined) {
    await writeJsonFile(fxFile, exchangeRates, maxImportBytes)
    console.log(`${fxFile} holds its exchange rates.`)
  } else if (exchangeRates) console.log('Its exchange rates are not in this file: add --fx FILE for them.')
}

/** Prints a line for each version. */
export async function listRates(db: Db): Promise<void> {
  for (const { id, name, state, lines, rows, createdAt } of await createRateCards({ db }).list())
    console.log(
      `${state.padEnd(10)}${id.padEnd(32)}${name}, ${lines} lines, ${rows} rows${createdAt ? `, ${createdAt}` : ''}`,
    )
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
  const left = total - changes.length
  return [
    `${checks - failedChecks.length} of ${checks} checks passed.`,
    ...failed,
    `Against ${against}: ${rows.changed} rows changed, ${rows.new} new, ${rows.gone} gone, ${rows.unchanged} unchanged.`,
    ...changes.map(describeRateChange),
    ...(left > 0 ? [`  and ${left} more changes`] : []),
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
  const much = change === null ? '' : ` (${change})`
  return `  ${where === '' ? '' : `${where}: `}${what} ${before ?? 'none'} -> ${after ?? 'none'}${much}`
}
