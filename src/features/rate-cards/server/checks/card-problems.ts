import { RequestError } from '#shared/failure.ts'
import { stripMarks } from '#shared/format/plain-text.ts'
import { maxListLengths } from '../../texts-and-limits.ts'

export type CardPath = readonly (string | number)[]
/** A fault of one field of a card; the path is put in front of the message. */
export type CardProblem = { path: CardPath; message: string }
/** Adds a fault of a field to the list. */
export type ReportProblem = (path: CardPath, message: string) => void

/** The path for programs: 'lines[3].rates[0].tiers[1].upTo'. */
function formatField(path: CardPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** The path for operators: 'lines[3] (ems), rates[0] (US), tiers[1].upTo'; empty for the card itself. */
export function describePath(path: CardPath, card: unknown): string {
  const parts: string[] = []
  let part: unknown = card
  let field = ''
  path.forEach((step, depth) => {
    part = Object(part)[step]
    if (typeof step === 'number') field += `[${step}]`
    else field += field === '' ? step : `.${step}`
    const name = depth === 1 || depth === 3 ? getPartName(part) : ''
    if (name === '') return
    parts.push(`${field} (${name})`)
    field = ''
  })
  if (field !== '') parts.push(field)
  return parts.join(', ')
}

const maxShownLength = 40

/** A value as JSON, short enough for a sentence. */
export function quoteValue(value: unknown): string {
  const text = stripMarks(
    typeof value === 'number' ? String(value) : stringifyStart(value, 4 * maxShownLength),
  )
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

/** The first `maxLength` characters or so of a value as JSON, because an invalid one may hold megabytes of nested lists. */
function stringifyStart(value: unknown, maxLength: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(maxLength, 0)))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const [begin, end] = Array.isArray(value) ? '[]' : '{}'
  let text = `${begin}`
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    if (text.length >= maxLength) return text
    if (text !== begin) text += ','
    if (begin === '{') text += `${JSON.stringify(key.slice(0, maxLength))}:`
    text += stringifyStart(Object(value)[key], maxLength - text.length)
  }
  return text + end
}

/** The error response for a card: the first problem is the message, the first twenty are listed. */
export function createCardError(problems: readonly CardProblem[], card: unknown): RequestError {
  const errors = problems.slice(0, maxListLengths.errors).map(({ path, message }) => {
    return {
      field: formatField(path) || 'card',
      message: `${describePath(path, card) || 'card'}: ${message}`,
    }
  })
  return createCardInputError(errors, problems.length)
}

/**
 * The error response for an import, from messages that name their fields; `count` is the number of all errors.
 */
export function createCardInputError(
  errors: { field: string; message: string }[],
  count = errors.length,
): RequestError {
  const remaining = count - 1
  const more =
    remaining > 0 ? ` There ${remaining === 1 ? 'is one more error' : `are ${remaining} more errors`}.` : ''
  return new RequestError({
    status: 400,
    message: `${errors[0]?.message}${more}`,
    code: 'INVALID_CARD',
    errors,
  })
}

/** The id of a line, or the countries of a row. */
function getPartName(part: unknown): string {
  const { id, countries } = Object(part)
  if (typeof id === 'string') return stripMarks(id).slice(0, 40)
  if (!Array.isArray(countries)) return ''
  const codes = countries.filter((code) => typeof code === 'string' && /^\w{2}$/.test(code))
  return codes.length > 3 ? `${codes.slice(0, 3).join(', ')}, …` : codes.join(', ')
}
