import type { ShippingLine } from '#features/freight/rate-card.ts'
import { normalizeTypedNumber, readTypedNumber } from '#shared/format/typed-number.ts'
import type { LineField } from './line-fields.ts'

/** The typed values, by the path of their field; unchanged fields are missing. */
export type TypedTexts = Readonly<Record<string, string>>
export type PathFault = { path: string; text: string }

/** Whether shoppers are offered the line at all. */
export const activePath = 'active'

/** A figure of the line as a text to edit; empty where there is none. */
export function getTextAt(line: ShippingLine, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((node, key) => (isObjectLike(node) ? node[key] : undefined), line)
  if (path === activePath) return `${value !== false}`
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join(' x ') : String(value)
}

/** Only what differs from the line as it is. */
export function getChanges(line: ShippingLine, typed: TypedTexts): TypedTexts {
  return Object.fromEntries(
    Object.entries(typed).filter(([path, text]) => text.trim() !== getTextAt(line, path)),
  )
}

/** Why a field cannot stay as it is typed. */
export function validateLineField({ kind, label, isRequired }: LineField, text: string): string | undefined {
  const name = label.replace(/ \(.*\)$/, '')
  const given = normalizeText(kind, text)
  if (given === '') return isRequired ? `${name} is required.` : undefined
  if (kind === 'text') return undefined
  return patterns[kind].test(given) && isInBounds(kind, given) ? undefined : `${name} ${sentences[kind]}`
}

/** A typed text as the line's figures are written: '30,5' is '30.5'; only whole numbers have thousands. */
function normalizeText(kind: LineField['kind'], text: string): string {
  if (kind === 'text') return text.trim()
  if (kind === 'whole') return readTypedNumber(text)[0]
  if (kind !== 'box') return normalizeTypedNumber(text)
  return text.normalize('NFKC').trim().split(sideSeparators).map(normalizeTypedNumber).join(' x ')
}

const sideSeparators = /\s*[x×*]\s*|\s+/i
const decimal = String.raw`\d{1,7}(\.\d{1,6})?`
const patterns = {
  whole: /^\d{1,7}$/,
  amount: new RegExp(`^${decimal}$`),
  percent: /^\d{1,3}(\.\d{1,4})?$/,
  size: new RegExp(`^${decimal}$`),
  box: new RegExp(`^${decimal} x ${decimal} x ${decimal}$`),
} as const
const sentences = {
  whole: 'is a whole number, like 500.',
  amount: 'must be a number with up to six decimals, like 12.50.',
  percent: 'is a percentage from 0 to 100, like 24.5.',
  size: 'is a number of centimetres above 0, like 150.',
  box: 'must be three sides in centimetres, like 60 x 40 x 40.',
} as const

function isInBounds(kind: keyof typeof patterns, given: string): boolean {
  if (kind === 'percent') return Number(given) <= 100
  if (kind === 'size') return Number(given) > 0
  return kind !== 'box' || parseSides(given).every((side) => side > 0)
}

function parseSides(text: string): number[] {
  return text.split(' x ').map(Number)
}

/** Every fault in what was typed, in the order of the fields. */
export function findFaults(line: ShippingLine, typed: TypedTexts, fields: readonly LineField[]): PathFault[] {
  const changed = getChanges(line, typed)
  const single = fields.flatMap((field) => {
    const text = changed[field.path]
    const problem = text === undefined ? undefined : validateLineField(field, text)
    return problem ? [{ path: field.path, text: problem }] : []
  })
  return single.length > 0 ? single : findPairFaults(line, changed, fields)
}

/** Two ends that belong together. */
function findPairFaults(line: ShippingLine, changed: TypedTexts, fields: readonly LineField[]): PathFault[] {
  const now = (path: string) => normalizeText('whole', changed[path] ?? getTextAt(line, path))
  return fields.flatMap(({ path }) => {
    const start = /^(.*)(?:transit|weight)\.max$/.exec(path) && path.slice(0, -'max'.length)
    if (!start || !(path in changed || `${start}min` in changed)) return []
    const [min, max] = [now(`${start}min`), now(path)]
    if (start.endsWith('transit.') && (min === '') !== (max === ''))
      return [{ path, text: 'Enter both days or neither.' }]
    if (min === '' || max === '' || Number(min) <= Number(max)) return []
    return [{ path, text: `${max} is less than ${min}.` }]
  })
}

/** The line with all typed values; emptied ones are removed. Takes texts without faults. */
export function applyEdits(
  line: ShippingLine,
  typed: TypedTexts,
  fields: readonly LineField[],
): ShippingLine {
  let edited: unknown = line
  for (const [path, text] of Object.entries(getChanges(line, typed))) {
    const kind = fields.find((field) => field.path === path)?.kind ?? 'text'
    edited = setValue(edited, path.split('.'), parseValue(path, kind, normalizeText(kind, text)))
  }
  return edited as ShippingLine // figures of the same kinds at the same places; the server looks at the whole
}

function parseValue(path: string, kind: LineField['kind'], text: string): unknown {
  if (path === activePath) return text === 'true'
  if (text === '') return path.endsWith('.upTo') ? null : undefined
  if (kind === 'box') return parseSides(text)
  return kind === 'text' ? text : Number(text)
}

/** A copy with one value changed; undefined takes it away, and with it a part that would be empty. */
function setValue(node: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  const next = rest.length === 0 ? value : setValue(isObjectLike(node) ? node[key] : undefined, rest, value)
  if (Array.isArray(node)) return node.map((item, place) => (`${place}` === key ? next : item))
  const { [key]: _old, ...others } = isObjectLike(node) ? node : {}
  if (next !== undefined) return { ...(isObjectLike(node) ? node : {}), [key]: next }
  return Object.keys(others).length > 0 ? others : undefined
}

function isObjectLike(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The server names fields of the body or of the whole card; ours begin at the line. */
export function toFieldPath(field: string): string {
  return field.replaceAll(/\[(\w+)\]/g, '.$1').replace(/^(?:body\.)?(?:card\.)?(?:line|lines\.[\w-]+)\./, '')
}
