import { RequestError } from '#shared/failure.ts'
import { stripMarks } from '#shared/format/plain-text.ts'
import { maxListLengths } from '../../spec.ts'

export type CardPath = readonly (string | number)[]
/** What is wrong with one field of a card, as the end of a sentence that begins with its place. */
export type CardProblem = { path: CardPath; message: string }
/** Notes what is wrong with a field. */
export type ReportProblem = (path: CardPath, message: string) => void

/** The field as programs name it: 'lines[3].rates[0].tiers[1].upTo'. */
function formatField(path: CardPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** The field as an operator finds it: 'lines[3] (ems), rates[0] (US), tiers[1].upTo'; empty for the card itself. */
export function describePath(path: CardPath, card: unknown): string {
  const parts: string[] = []
  let at: unknown = card
  let plain = ''
  path.forEach((step, depth) => {
    at = Object(at)[step]
    if (typeof step === 'number') plain += `[${step}]`
    else plain += plain === '' ? step : `.${step}`
    const name = depth === 1 || depth === 3 ? getPartName(at) : ''
    if (name === '') return
    parts.push(`${plain} (${name})`)
    plain = ''
  })
  if (plain !== '') parts.push(plain)
  return parts.join(', ')
}

const maxShownLength = 40

/** A value in quotes as JSON has it, short enough for a sentence. */
export function quoteValue(value: unknown): string {
  const text = stripMarks(
    typeof value === 'number' ? String(value) : stringifyStart(value, 4 * maxShownLength),
  )
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

/** About so many characters of a value as JSON has it: a wrong one may be megabytes of lists in lists. */
function stringifyStart(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(room, 0)))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const [begin, end] = Array.isArray(value) ? '[]' : '{}'
  let text = `${begin}`
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    if (text.length >= room) return text
    if (text !== begin) text += ','
    if (begin === '{') text += `${JSON.stringify(key.slice(0, room))}:`
    text += stringifyStart(Object(value)[key], room - text.length)
  }
  return text + end
}

/** The error response for a card: its first problem is the message, the first twenty are listed. */
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
 * The error response for a file, from messages that name their fields; `count` is how many there are in all.
 */
export function createCardInputError(
  errors: { field: string; message: string }[],
  count = errors.length,
): RequestError {
  const rest = count - 1
  const more = rest > 0 ? ` There ${rest === 1 ? 'is one more error' : `are ${rest} more errors`}.` : ''
  return new RequestError({
    status: 400,
    message: `${errors[0]?.message}${more}`,
    code: 'INVALID_CARD',
    errors,
  })
}

/** A line's id, a row's countries. */
function getPartName(part: unknown): string {
  const { id, countries } = Object(part)
  if (typeof id === 'string') return stripMarks(id).slice(0, 40)
  if (!Array.isArray(countries)) return ''
  const codes = countries.filter((code) => typeof code === 'string' && /^\w{2}$/.test(code))
  return codes.length > 3 ? `${codes.slice(0, 3).join(', ')}, …` : codes.join(', ')
}
