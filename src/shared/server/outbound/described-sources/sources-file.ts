import { z } from 'zod'
import { plainLine } from '#shared/format/plain-text.ts'

/** One line of plain text. */
export const createLineSchema = (length: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(length, `must have at most ${length} characters`)
    .regex(plainLine, 'must be one plain line')

/** Names with dots between them; the empty path is the whole value. */
export const pathSchema = z
  .string()
  .regex(/^[\w-]{0,60}(?:\.[\w-]{1,60}){0,8}$/, 'must be names with dots between them')

/** One path or a list of them; always a list in the output. */
export const pathsSchema = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(pathSchema).min(1, 'must name one').max(6, 'must be at most 6'),
)

const headerName = z.string().regex(/^[\w-]+$/, 'must be the name of a header')
const imageHost = z
  .string()
  .regex(/^(?:https?:\/\/[\w.-]+(?::\d+)?|(?:[a-z\d-]+\.)+[a-z]{2,})$/, 'must be a host or an origin')
const codes = z
  .array(z.coerce.string().pipe(createLineSchema(80)))
  .max(40, 'must be at most 40')
  .transform((texts) => texts.map((text) => text.toLowerCase()))

/** The fields that sources of every kind have. */
export const sourceFields = {
  name: createLineSchema(40),
  url: createLineSchema(2000),
  marketplaces: z
    .partialRecord(z.enum(['taobao', 'weidian', 'ali_1688']), createLineSchema(40))
    .refine((names) => Object.keys(names).length > 0, 'must name one'),
  headers: z.record(headerName, createLineSchema(4000)).default({}),
  itemIdAt: pathSchema.optional(),
  codeAt: pathsSchema.optional(),
  okCodes: codes.default(['0', '200', '0000', 'success', 'ok', 'true']),
  notFoundCodes: codes.default([]),
  loginCodes: codes.default([]),
  quotaCodes: codes.default([]),
  quotaHeader: headerName.transform((name) => name.toLowerCase()).optional(),
  imageHosts: z.array(imageHost).max(20).default([]),
}

type SourceWithCodes = { name: string; codeAt?: unknown } & Record<
  'notFoundCodes' | 'loginCodes' | 'quotaCodes',
  readonly string[]
>

function saysWhereCodesStand(source: SourceWithCodes): boolean {
  const { notFoundCodes, loginCodes, quotaCodes } = source
  return source.codeAt !== undefined || [...notFoundCodes, ...loginCodes, ...quotaCodes].length === 0
}

/** The schema of a file with at most twelve sources, whose names differ from each other and from those of other sources. */
export function createFileSchema<Source extends z.ZodType<SourceWithCodes>>(
  source: Source,
  otherNames: readonly string[] = [],
) {
  const haveOwnNames = (sources: readonly { name: string }[]) => {
    const names = [...otherNames, ...sources.map(({ name }) => name)]
    return new Set(names).size === names.length
  }
  return z.strictObject({
    sources: z
      .array(source.refine(saysWhereCodesStand, { path: ['codeAt'], message: 'must say where codes stand' }))
      .max(12, 'must be at most 12')
      .refine(haveOwnNames, 'must all have different names'),
  })
}

/** Parses the content of a file. Throws an Error with one line that names the variable and the invalid fields. */
export function parseSourcesFile<Schema extends z.ZodType>(
  variable: string,
  schema: Schema,
  content: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(content, { error: describeIssue })
  if (parsed.success) return parsed.data
  const messages = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'It'} ${lowercaseFirst(issue.message)}.`,
  )
  throw new Error(`${variable} is wrong. ${messages.slice(0, 20).join(' ')}`)
}

/** Messages of this file, because Zod's own messages depend on a global configuration. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'unrecognized_keys') return `unrecognized key: "${issue.keys.join('", "')}"`
  return undefined
}

function lowercaseFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}
