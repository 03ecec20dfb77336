import { RequestError } from '#shared/failure.ts'
import { stripMarks } from '#shared/format/plain-text.ts'
import { maxListLengths } from '../../texts-and-limits.ts'

export type CardPath = readonly (string | number)[]
/** An error in one field of a card; its path is shown before the message. */
export type CardProblem = { path: CardPath; message: string }
/** Adds the error of a field to the list. */
export type ReportProblem = (path: CardPath, message: string) => void

/** The path as the field of an error response: 'lines[3].rates[0].tiers[1].upTo'. */
function formatField(path: CardPath): string {
  return path.reduce<string>((text, pathPart) => {
    if (typeof pathPart === 'number') return `${text}[${pathPart}]`
    return text === '' ? pathPart : `${text}.${pathPart}`
  }, '')
}

/** The path as text for operators: 'lines[3] (ems), rates[0] (US), tiers[1].upTo'; empty for the card itself. */
export function describePath(path: CardPath, card: unknown): string {
  const parts: string[] = []
  let part: unknown = card
  let field = ''
  path.forEach((pathPart, depth) => {
    part = Object(part)[pathPart]
    if (typeof pathPart === 'number') field += `[${pathPart}]`
    else field += field === '' ? pathPart : `.${pathPart}`
    const name = depth === 1 || depth === 3 ? getPartName(part) : ''
    if (name === '') return
    parts.push(`${field} (${name})`)
    field = ''
  })
  if (field !== '') parts.push(field)
  return parts.join(', ')
}

const maxQuoteLength = 40

/** A value as JSON, short enough for a sentence. */
export function quoteValue(value: unknown): string {
  const text = stripMarks(
    typeof value === 'number' ? String(value) : stringifyStart(value, 4 * maxQuoteLength),
  )
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text
}

/** About the first `maxLength` characters of a value as JSON; an invalid value may hold megabytes of nested lists. */
function stringifyStart(value: unknown, maxLength: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(maxLength, 0)))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  let text = `${open}`
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    if (text.length >= maxLength) return text
    if (text !== open) text += ','
    if (open === '{') text += `${JSON.stringify(key.slice(0, maxLength))}:`
    text += stringifyStart(Object(value)[key], maxLength - text.length)
  }
  return text + close
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
