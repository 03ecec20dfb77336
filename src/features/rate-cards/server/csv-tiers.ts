import { type PriceMode, priceModes, type Tier } from '#features/freight/rate-card.ts'
import { mapYielding } from '#shared/server/event-loop.ts'
import { cardLimits } from '../spec.ts'
import { createCardInputError, quoteValue } from './checks/card-problems.ts'
import { type CsvRecord, type CsvSeparator, detectSeparator, parseCsvRecords } from './csv-records.ts'

const columns = [
  'line_id',
  'line_name',
  'countries',
  'up_to',
  'mode',
  'weight_first',
  'fee_first',
  'weight_continue',
  'fee_continue',
] as const
export type CsvColumn = (typeof columns)[number]
/** A tier as one line of a file gives it; `at` is the line's number. */
export type TierRow = { at: number; lineId: string; countries: string[]; tier: Tier }

/** In one field; there are fewer in the world. */
const maxCountries = 300

export type CsvProblem = { at: number; column?: CsvColumn; message: string }

/** The error response for a file; its messages name the file's line and column. */
export function createCsvError(problems: CsvProblem[]): Error {
  const errors = problems.slice(0, 20).map(({ at, column, message }) => ({
    field: column ? `csv[${at}].${column}` : `csv[${at}]`,
    message: `Line ${at}${column ? `, column ${column}` : ''}: ${message}`,
  }))
  return createCardInputError(errors, problems.length)
}

/** Tiers from a file with a header line. Throws a RequestError (400) that names every wrong line, or the first twenty. */
export async function parseCsvTiers(text: string): Promise<TierRow[]> {
  const separator = detectSeparator(text)
  const records = await parseCsvRecords(text, separator)
  if (!Array.isArray(records))
    throw createCsvError([{ at: records.brokenAt, message: 'Unclosed or misplaced quote.' }])
  const [header, ...rest] = records
  if (!header || rest.length === 0)
    throw createCsvError([{ at: 1, message: 'There are no tiers in this file.' }])
  const names = parseHeader(header)
  if (rest.length > cardLimits.csvRows)
    throw createCsvError([
      { at: rest[cardLimits.csvRows]?.at ?? 1, message: `More than ${cardLimits.csvRows} tiers.` },
    ])
  const problems: CsvProblem[] = []
  const rows = await mapYielding(rest, (record) => parseRow(record, { names, separator, problems }))
  if (problems.length > 0) throw createCsvError(problems)
  return rows
}

function parseHeader({ at, cells }: CsvRecord): CsvColumn[] {
  if (cells.length > columns.length)
    throw createCsvError([
      { at, message: `${cells.length} columns are too many; they are ${columns.join(',')}.` },
    ])
  const names = cells.flatMap((cell) => columns.filter((column) => column === cell.toLowerCase()))
  const unknown = cells.filter((cell) => !columns.some((column) => column === cell.toLowerCase()))
  const missing = columns.filter((column) => column !== 'line_name' && !names.includes(column))
  const problems = [
    ...unknown.map((cell) => `Unknown column ${quoteValue(cell)}. Columns: ${columns.join(',')}.`),
    ...missing.map((column) => `The column ${column} is missing.`),
    ...columns
      .filter((column) => names.indexOf(column) !== names.lastIndexOf(column))
      .map((column) => `Column ${column} appears twice.`),
  ]
  if (problems.length > 0) throw createCsvError(problems.map((message) => ({ at, message })))
  return names
}

type RowForm = { names: CsvColumn[]; separator: CsvSeparator; problems: CsvProblem[] }

function parseRow({ at, cells }: CsvRecord, { names, separator, problems }: RowForm): TierRow {
  const addProblem = (message: string, column?: CsvColumn) => {
    problems.push({ at, message, ...(column && { column }) })
  }
  if (cells.length !== names.length)
    addProblem(`There are ${cells.length} fields; the header has ${names.length}.`)
  const textIn = (column: CsvColumn) => cells[names.indexOf(column)] ?? ''
  const numberIn = (column: CsvColumn, form: RegExp, kind: string): number | undefined => {
    const text = textIn(column)
    if (text === '') return undefined
    // Where fields are separated otherwise, a comma is the decimal sign, as the same spreadsheets write it.
    const plain = separator === ',' ? text : text.replace(/^(\d+),(?=\d+$)/, '$1.')
    if (!form.test(plain)) addProblem(`${quoteValue(text)} is not ${kind}.`, column)
    return Number(plain)
  }
  const gramsIn = (column: CsvColumn) => numberIn(column, /^\d{1,10}$/, 'a whole number of grams')
  const moneyIn = (column: CsvColumn) => numberIn(column, /^\d{1,10}(\.\d{1,6})?$/, 'an amount like 57.9')
  const requireValue = (column: CsvColumn, value: number | undefined) => {
    if (value === undefined) addProblem('This is missing.', column)
    return value ?? 0
  }
  const [weightContinue, feeContinue] = [gramsIn('weight_continue'), moneyIn('fee_continue')]
  if (weightContinue === 0) addProblem('0 is less than 1.', 'weight_continue')
  const tier: Tier = {
    upTo: gramsIn('up_to') ?? null,
    mode: parseMode(textIn('mode'), addProblem),
    weightFirst: requireValue('weight_first', gramsIn('weight_first')),
    feeFirst: requireValue('fee_first', moneyIn('fee_first')),
    ...(weightContinue !== undefined && { weightContinue }),
    ...(feeContinue !== undefined && { feeContinue }),
  }
  const lineId = textIn('line_id')
  if (lineId === '') addProblem('This is missing.', 'line_id')
  const countries = textIn('countries')
    .split('|')
    .map((country) => country.trim().toUpperCase())
    .filter((country) => country !== '')
  if (countries.length === 0) addProblem('This is missing.', 'countries')
  if (countries.length > maxCountries) addProblem(`More than ${maxCountries} countries.`, 'countries')
  return { at, lineId, countries: countries.slice(0, maxCountries), tier }
}

function parseMode(text: string, note: (message: string, column: CsvColumn) => void): PriceMode {
  const mode = priceModes.find((one) => one === text.toLowerCase())
  if (mode === 'ladder') note('A ladder has segments, which only a card as JSON can hold.', 'mode')
  else if (!mode) note(`${quoteValue(text)} is not step or prorata.`, 'mode')
  return mode ?? 'step'
}
