import { joinWords } from '#shared/format/join-words.ts'

/** The part of an OpenAPI document that the documentation page shows. */
export type ApiDocument = {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, ApiOperation>>
}
export type ApiOperation = {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: ApiParameter[]
  requestBody?: ApiContent
  responses?: Record<string, ApiContent>
}
export type ApiParameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: ApiSchema
}
export type ApiContent = { content?: Record<string, { schema?: ApiSchema }> }
export type ApiSchema = {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  anyOf?: ApiSchema[]
  items?: ApiSchema
  maxItems?: number
  properties?: Record<string, ApiSchema>
  additionalProperties?: boolean | ApiSchema
}

/** Describes a schema's values: '"true" or "false"', 'a number or null'. */
export function describeSchema(schema: ApiSchema): string {
  return joinWords(describeTypes(schema), 'or')
}

function describeTypes({ anyOf, enum: values, type, format, pattern, items, maxItems }: ApiSchema): string[] {
  if (format === 'binary') return ['a file']
  if (anyOf) return anyOf.flatMap(describeTypes)
  if (values) return values.map((value) => (value === '' ? 'nothing' : JSON.stringify(value)))
  const types = [type ?? 'anything'].flat()
  if (items && types.includes('array')) {
    const countText = maxItems === undefined ? '' : ` of up to ${maxItems}`
    return [`a list${countText}, each ${describeSchema(items)}`]
  }
  const patternText = pattern ? ` that matches ${pattern}` : ''
  return types.map((name) => (typeDescriptions.get(name) ?? name) + (name === 'string' ? patternText : ''))
}

const typeDescriptions = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
])

/** Creates an example value of a schema: the first of several choices; for a list, one entry of each kind. */
export function createSample(schema: ApiSchema): unknown {
  if (schema.anyOf) return createSample(schema.anyOf[0] ?? {})
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'binary') return 'the bytes of a file'
  const [type] = [schema.type ?? 'null'].flat()
  if (type === 'array') return (schema.items?.anyOf ?? [schema.items ?? {}]).map(createSample)
  if (type === 'object') return createSampleObject(schema)
  return samplesByType.get(type ?? 'null') ?? null
}

function createSampleObject({ properties, additionalProperties }: ApiSchema): Record<string, unknown> {
  const entries = Object.entries(properties ?? {}).map(([name, value]) => [
    name,
    name === 'message' ? 'OK' : createSample(value),
  ])
  const isMap = entries.length === 0 && typeof additionalProperties === 'object'
  return Object.fromEntries(isMap ? [['name', createSample(additionalProperties)]] : entries)
}

const samplesByType = new Map<string, unknown>([
  ['string', 'text'],
  ['number', 1],
  ['integer', 1],
  ['boolean', true],
])
