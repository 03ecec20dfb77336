import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'
import { dataPart, filePart, onePixel, rawForm } from '#support/forms.ts'
import { createGoodRequest } from '#support/good-requests.ts'

/** A request that makes a call as costly as possible. */
export type Costly = {
  /** What makes it costly. */
  shape: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}
export type NamedCall = { name: string; path: string; endpoint: Endpoint }

/** Sizes of a body without a limit in its contract, of a form's data, and of a URL, which Node limits with the headers. */
const bytes = { body: 100 * 1024, form: 16 * 1024, address: 14 * 1024 } as const

/** Parts of texts; each is the slowest input of some parser. */
const alphabets = {
  letters: 'a',
  blanks: ' ',
  'blanks and letters': '  a',
  emoji: '😀',
  accents: 'é\u0301',
  controls: '\u0001',
  quotes: '"',
  digits: '9,',
  dots: 'a.',
  slashes: 'a/',
  links: 'https://weidian.com/item.html?itemID=42 ',
  'short links': 'm.tb.cn ',
  hosts: 'http://a.',
  encoded: '%25',
} as const

type JsonSchema = Record<string, unknown>

/** Every costly request that can be derived from a call's contract. */
export function listShapes(call: NamedCall): Costly[] {
  const { method, path, headers, body } = createGoodRequest(call)
  const good = { method, path, headers, body }
  return [
    { shape: 'a normal request', ...good },
    ...listAddresses(call).map(([shape, address]) => ({ ...good, shape, path: address })),
    ...listBodies(call).map(([shape, text]) => ({ ...good, shape, ...packBody(call, text) })),
  ]
}

function packBody({ endpoint }: NamedCall, text: string): Pick<Costly, 'headers' | 'body'> {
  if (!endpoint.file) return { headers: { 'content-type': 'application/json' }, body: text }
  return rawForm([dataPart(text), filePart(onePixel)])
}

/** URLs with the longest and with the most parameters. */
function listAddresses(call: NamedCall): [shape: string, path: string][] {
  const [path = '', search = ''] = createGoodRequest(call).path.split('?')
  const parameters = new URLSearchParams(search)
  const names = Object.keys(getProperties(call.endpoint.query))
  const long = names.flatMap((name) =>
    Object.entries(alphabets).map(([shape, letters]): [string, string] => {
      const others = new URLSearchParams([...parameters].filter(([key]) => key !== name))
      return [
        `${name}: ${shape}`,
        `${path}?${others}&${name}=${repeatToFill(encodeURIComponent(letters), bytes.address)}`,
      ]
    }),
  )
  const many = Array.from({ length: bytes.address / 8 }, (_, index) => `p${index}=1`).join('&')
  const same = names.map((name): [string, string] => [
    `${name} many times`,
    `${path}?${repeatToFill(`${name}=1&`, bytes.address)}`,
  ])
  return [['many parameters', `${path}?${parameters}&${many.slice(0, bytes.address)}`], ...same, ...long]
}

/** Bodies of the largest allowed size: valid values at every bound, and invalid values of every form. */
function listBodies({ endpoint }: NamedCall): [shape: string, json: string][] {
  if (!endpoint.body) return []
  const maxBytes = endpoint.file ? bytes.form : (endpoint.bodyLimit ?? bytes.body)
  const properties = getProperties(endpoint.body)
  const names = Object.keys(properties)
  const wrap = (name: string, value: string) => `{${JSON.stringify(name)}:${value}}`
  const room = (name: string) => maxBytes - wrap(name, '').length
  const listOf = (item: string) => (name: string) =>
    wrap(name, `[${repeatToFill(`${item},`, room(name) - 8)}${item}]`)
  const nested = (name: string) => {
    const depth = Math.floor(room(name) / 2)
    return wrap(name, '['.repeat(depth) + ']'.repeat(depth))
  }
  const forms: [string, (name: string) => string][] = [
    ['a list of numbers', listOf('0')],
    ['a list of empty texts', listOf('""')],
    ['a list of objects', listOf('{}')],
    ['a list of lists', listOf('[[]]')],
    ['nested lists', nested],
    ['many keys', (name) => wrap(name, `{${createKeys(room(name) - 2)}}`)],
    ...Object.entries(alphabets).map(([shape, letters]): [string, (name: string) => string] => [
      shape,
      (name) => wrap(name, quoteToFill(letters, room(name))),
    ]),
  ]
  return [
    ['every bound', createLargest(endpoint.body, maxBytes)],
    ['unknown keys', `{${createKeys(maxBytes - 2)}}`],
    ['keys that change prototypes', `[${repeatToFill('{"__proto__":1},', maxBytes - 4)}0]`],
    ...Object.entries(alphabets).map(([shape, letters]): [string, string] => {
      const each = Math.floor((maxBytes - 2) / Math.max(1, names.length)) - 1
      const parts = names.map(
        (name) => `${JSON.stringify(name)}:${quoteToFill(letters, each - name.length - 3)}`,
      )
      return [`every text: ${shape}`, `{${parts.join()}}`]
    }),
    ...names.flatMap((name) =>
      forms.map(([shape, make]): [string, string] => [`${name}: ${shape}`, make(name)]),
    ),
  ]
}

function createKeys(maxBytes: number): string {
  const all = Array.from(
    { length: Math.floor(maxBytes / 12) },
    (_, index) => `"${index.toString(36).padStart(7, '_')}":0`,
  )
  return all.join()
}

/** A JSON string of this size in bytes, with its quotes. */
function quoteToFill(letters: string, maxBytes: number): string {
  return `"${repeatToFill(JSON.stringify(letters).slice(1, -1), maxBytes - 2)}"`
}

/** Repeats a text up to a size in bytes. */
function repeatToFill(part: string, maxBytes: number): string {
  return part.repeat(Math.max(0, Math.floor(maxBytes / Buffer.byteLength(part))))
}

function getProperties(schema: Endpoint['query'] | Endpoint['body']): Record<string, JsonSchema> {
  if (!schema) return {}
  return Object(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties)
}

/** JSON in which every text and list is as long as the schema or the size allows. */
function createLargest(schema: z.ZodType, maxBytes: number): string {
  const form = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  for (let room = maxBytes; ; room *= 0.7) {
    const text = JSON.stringify(createAtBounds(form, room))
    if (Buffer.byteLength(text) <= maxBytes) return text
  }
}

function createAtBounds(schema: JsonSchema, room: number): unknown {
  const { anyOf, oneOf, enum: choices, const: only, type, properties, items } = schema
  const [first] = [anyOf, oneOf, choices].flatMap((list) => (Array.isArray(list) ? [list.at(-1)] : []))
  if (first !== undefined) return typeof first === 'object' ? createAtBounds(Object(first), room) : first
  if (only !== undefined) return only
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.min(Number(schema.maximum ?? 1e9), 1e9)
  if (type === 'array') {
    const count = Math.min(Number(schema.maxItems ?? room), Math.floor(room / 4))
    const each = Math.floor(room / Math.max(1, count)) - 1
    return Array.from({ length: count }, () => createAtBounds(Object(items), each))
  }
  if (type === 'object') {
    const all = Object.entries(Object(properties))
    const each = Math.floor(room / Math.max(1, all.length))
    return Object.fromEntries(
      all.map(([name, part]) => [name, createAtBounds(Object(part), each - name.length - 4)]),
    )
  }
  return 'a'.repeat(Math.max(0, Math.min(Number(schema.maxLength ?? room), room - 2)))
}
