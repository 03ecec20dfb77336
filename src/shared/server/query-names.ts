import type { z } from 'zod'

/**
 * Gives query parameters the contract's spelling in whatever case they came and drops empty ones (§7). The
 * same name twice, in one spelling or two, and a name with brackets (`id[]`, `id[a]`) stay a list, which no
 * single-value schema accepts.
 */
export function foldNames(query: unknown, schema: z.ZodObject | undefined): Record<string, unknown> {
  if (!schema) return {}
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const folded: Record<string, unknown> = Object.create(null)
  for (const [given, value] of Object.entries(Object(query))) {
    const [bare = '', ...brackets] = given.toLowerCase().split('[')
    const name = names.get(bare)
    if (name === undefined || value === '') continue
    const own = brackets.length > 0 ? [value] : value
    folded[name] = name in folded ? [folded[name], own] : own
  }
  return folded
}
