import { z } from 'zod'
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { lineParameter } from '#shared/wire.ts'

/** The maximum lengths of texts in characters. */
const dutyNoteLimits = { text: 600, asOf: 40, source: 200 } as const

const countryCodes = new Set(countries.map(({ code }) => code))

const noteLine = (field: keyof typeof dutyNoteLimits) =>
  lineParameter({
    max: dutyNoteLimits[field],
    requiredMessage: 'This is missing.',
    invalidMessage: 'This is not one line of plain text.',
  })

/** The notes of all countries as a file; countries with the same text share one entry. */
const dutyFile = z.array(
  z.strictObject({
    countries: z
      .array(z.string().refine((code) => countryCodes.has(code), "This isn't a country in /country.json."))
      .min(1, 'This names no country.'),
    text: noteLine('text'),
    asOf: noteLine('asOf'),
    source: noteLine('source'),
  }),
)
export type DutyFile = z.output<typeof dutyFile>

/** Parses the content of a file. Throws an Error that names the first invalid entry and field. */
export function parseDutyFile(value: unknown): DutyFile {
  const { data, error } = dutyFile.safeParse(value, { error: describeIssue })
  const [issue] = error?.issues ?? []
  if (issue) throw new Error(`${describePath(issue.path, value)}: ${issue.message}`)
  const notes = data ?? []
  assertUniqueCountries(notes)
  return notes
}

function assertUniqueCountries(notes: DutyFile): void {
  const indexByCountry = new Map<string, number>()
  for (const [index, note] of notes.entries())
    for (const country of note.countries) {
      const firstIndex = indexByCountry.get(country)
      if (firstIndex !== undefined)
        throw new Error(`notes[${index}].countries: ${country} has a note in notes[${firstIndex}] already.`)
      indexByCountry.set(country, index)
    }
}

/** 'notes[3].text (DE, FR)' */
function describePath(path: readonly PropertyKey[], file: unknown): string {
  if (path.length === 0) return 'The file'
  const [index = 0] = path
  const codes: unknown = Object(Object(file)[index]).countries
  const knownCodes = Array.isArray(codes) ? codes.filter((code) => countryCodes.has(code)).slice(0, 3) : []
  const field = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return `notes${field}${knownCodes.length > 0 ? ` (${knownCodes.join(', ')})` : ''}`
}

const kindNames = new Map([
  ['array', 'a list'],
  ['object', 'an object'],
  ['string', 'a text'],
])

/** The message for an issue without a message in the schema. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This is missing.'
  if (issue.code === 'invalid_type') return `This is not ${kindNames.get(issue.expected) ?? 'of this kind'}.`
  if (issue.code === 'too_big') return `This has more than ${issue.maximum} characters.`
  return 'This has an unknown field; a note has countries, text, asOf and source.'
}
