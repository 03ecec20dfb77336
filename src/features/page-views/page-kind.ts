import type { PageKind } from './spec.ts'

/** Every page that is counted, and no other: a page with a secret in its URL can never be among them. */
const countedPathPattern =
  /^\/(?:(popular|tools|convert|estimation|collection|haul|docs)\/?|(product)\/[a-z0-9_]+\/[\w-]{1,64}\/?)?$/

/** The kind under which a page is counted, by its path without query; undefined for a page that is not. */
export function findPageKind(path: string): PageKind | undefined {
  const found = countedPathPattern.exec(path)
  // The pattern names kinds alone.
  return found ? ((found[1] ?? found[2] ?? 'home') as PageKind) : undefined
}
