/** The kinds of pages whose views are counted. The dashboard and pages with secrets in their URL have none. */
export const pageKinds = [
  'home',
  'popular',
  'product',
  'tools',
  'convert',
  'estimation',
  'collection',
  'haul',
  'docs',
] as const
export type PageKind = (typeof pageKinds)[number]

/** Lists every counted page explicitly, so that a page with a secret in its URL is never counted. */
const countedPathPattern =
  /^\/(?:(popular|tools|convert|estimation|collection|haul|docs)\/?|(product)\/[a-z0-9_]+\/[\w-]{1,64}\/?)?$/

/** The kind of a page by its path without a query; undefined for a page that is not counted. */
export function findPageKind(path: string): PageKind | undefined {
  const match = countedPathPattern.exec(path)
  // The pattern contains kinds only.
  return match ? ((match[1] ?? match[2] ?? 'home') as PageKind) : undefined
}
