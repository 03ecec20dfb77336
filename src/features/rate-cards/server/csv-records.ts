import { createYielder } from '#shared/server/event-loop.ts'

/** A record of a CSV file and the number of the line on which it begins. */
export type CsvRecord = { at: number; cells: string[] }

/** Where a field ends, and the text in it. */
type CsvField = { text: string; end: number }

export type CsvSeparator = ',' | ';' | '\t'

const forms: Record<CsvSeparator, { unquoted: RegExp; delimiter: RegExp }> = {
  ',': { unquoted: /[^",\r\n]*/y, delimiter: /,|\r\n|\n|\r|$/y },
  ';': { unquoted: /[^";\r\n]*/y, delimiter: /;|\r\n|\n|\r|$/y },
  '\t': { unquoted: /[^"\t\r\n]*/y, delimiter: /\t|\r\n|\n|\r|$/y },
}

/** What stands between the fields of the first line; spreadsheets of other countries write semicolons or tabs. */
export function detectSeparator(text: string): CsvSeparator {
  const [head = ''] = text.split(/[\r\n]/, 1)
  return ([';', '\t'] as const).find((one) => head.includes(one)) ?? ','
}

/**
 * Parses values separated by `separator` with quoted fields, any line ending and a byte order mark (RFC 4180); blank
 * lines are left out. Returns the line number instead when a quote is unclosed or misplaced. Files are long,
 * so it yields to the event loop.
 */
export async function parseCsvRecords(
  text: string,
  separator: CsvSeparator = ',',
): Promise<CsvRecord[] | { brokenAt: number }> {
  const { unquoted, delimiter } = forms[separator]
  const pause = createYielder()
  const source = text.replace(/^\uFEFF/, '')
  const records: CsvRecord[] = []
  let cells: string[] = []
  let [at, line, begunAt] = [0, 1, 1]
  while (at < source.length || cells.length > 0) {
    await pause()
    const field = source[at] === '"' ? readQuotedField(source, at) : readPlainField(source, at, unquoted)
    delimiter.lastIndex = field?.end ?? 0
    const [end] = (field && delimiter.exec(source)) ?? []
    if (!field || end === undefined) return { brokenAt: line }
    cells.push(field.text.trim())
    line += countLineEnds(source.slice(at, field.end + end.length))
    at = field.end + end.length
    if (end === separator) continue
    if (cells.some((cell) => cell !== '')) records.push({ at: begunAt, cells })
    cells = []
    begunAt = line
  }
  return records
}

function readPlainField(source: string, from: number, unquoted: RegExp): CsvField {
  unquoted.lastIndex = from
  const [text = ''] = unquoted.exec(source) ?? []
  return { text, end: from + text.length }
}

/** Undefined when the quote stays open. */
function readQuotedField(source: string, from: number): CsvField | undefined {
  let close = source.indexOf('"', from + 1)
  while (close >= 0 && source[close + 1] === '"') close = source.indexOf('"', close + 2)
  if (close < 0) return undefined
  return { text: source.slice(from + 1, close).replaceAll('""', '"'), end: close + 1 }
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
