import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'

/**
 * Renames query parameters to the contract's spelling, ignoring case, and removes empty ones (§7). A parameter that occurs
 * twice, or has brackets (`id[]`, `id[a]`), becomes a list, which no single-value schema accepts.
 */
export function normalizeParameterNames(
  query: unknown,
  schema: z.ZodObject | undefined,
): Record<string, unknown> {
  if (!schema) return {}
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const normalized: Record<string, unknown> = Object.create(null)
  for (const [rawName, value] of Object.entries(Object(query))) {
    const [baseName = '', ...brackets] = rawName.toLowerCase().split('[')
    const name = names.get(baseName)
    if (name === undefined || value === '') continue
    const rawValue = brackets.length > 0 ? [value] : value
    normalized[name] = name in normalized ? [normalized[name], rawValue] : rawValue
  }
  return normalized
}

/** Limits of `X-Ignored`: the header helps developers find a wrong name, and clients can send any names. */
const maxIgnored = { names: 20, maxLength: 64 }

/**
 * The value of `X-Ignored`: names of parameters and fields that the call does not have, percent-encoded, in their
 * order; undefined when there are none.
 */
export function formatIgnored(
  { query, body }: { query: unknown; body: unknown },
  schemas: Pick<Endpoint, 'query' | 'body'>,
): string | undefined {
  const parameters = new Set(Object.keys(schemas.query?.shape ?? {}).map((name) => name.toLowerCase()))
  const fields = getShape(schemas.body)
  const unknown = [
    ...Object.keys(Object(query)).filter((name) => !parameters.has(name.toLowerCase().replace(/\[.*/s, ''))),
    ...(fields && isRecord(body) ? Object.keys(body).filter((name) => !Object.hasOwn(fields, name)) : []),
  ]
  const names = unknown.slice(0, maxIgnored.names).map(encodeName)
  return names.length === 0 ? undefined : names.join(', ')
}

function getShape(body: Endpoint['body']): z.ZodRawShape | undefined {
  return body instanceof z.ZodOptional ? body.unwrap().shape : body?.shape
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `toWellFormed`, because half of a surrogate pair cannot be encoded. */
function encodeName(name: string): string {
  return encodeURIComponent([...name].slice(0, maxIgnored.maxLength).join('').toWellFormed())
}
