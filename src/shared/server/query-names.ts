import type { z } from 'zod'

/**
 * Gives query parameters the contract's spelling whatever case they came in (P14, P20) and drops empty ones (§7).
 * The same name twice, in one spelling or two, stays a list, which no single-value schema accepts (R7).
 */
export function foldNames(query: unknown, schema: z.ZodObject | undefined): Record<string, unknown> {
  if (!schema) return {}
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const folded: Record<string, unknown> = Object.create(null)
  for (const [given, value] of Object.entries(Object(query))) {
    const name = names.get(given.toLowerCase())
    if (name === undefined || value === '') continue
    folded[name] = name in folded ? [folded[name], value] : value
  }
  return folded
}
