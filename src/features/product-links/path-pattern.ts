type PathPart =
  | { readonly kind: 'exact' | 'contains' | 'id'; readonly text: string }
  | { readonly kind: 'shop'; readonly text: '' }

/** The parsed `at` of a link rule: consecutive segments. */
type PathPattern = { readonly fromStart: boolean; readonly parts: readonly PathPart[] }

/** The captured values of a pattern's placeholders. */
export type PathMatch = { readonly shop: string | undefined; readonly id: string | undefined }

const patterns = new Map<string, PathPattern>()

/** The parsed pattern of an `at` such as `product/{shop}/{id}`, from a cache. */
export function getPathPattern(at: string): PathPattern {
  const cached = patterns.get(at)
  if (cached) return cached
  const fromStart = at.startsWith('/')
  const pattern = {
    fromStart,
    parts: at
      .slice(fromStart ? 1 : 0)
      .split('/')
      .map(parsePathPart),
  }
  patterns.set(at, pattern)
  return pattern
}

function parsePathPart(text: string): PathPart {
  if (text === '{shop}') return { kind: 'shop', text: '' }
  if (text.endsWith('{id}')) return { kind: 'id', text: text.slice(0, -'{id}'.length) }
  if (text.startsWith('*')) return { kind: 'contains', text: text.slice(1, -1) }
  return { kind: 'exact', text }
}

/** Finds the first match of the pattern in a path. Patterns are short, so the time is linear in the path's length. */
export function matchPath(pattern: PathPattern, segments: readonly string[]): PathMatch | undefined {
  const lastStart = pattern.fromStart ? 0 : segments.length - pattern.parts.length
  for (let start = 0; start <= lastStart; start++) {
    const match = matchAt(pattern, segments, start)
    if (match) return match
  }
  return undefined
}

function matchAt(pattern: PathPattern, segments: readonly string[], start: number): PathMatch | undefined {
  let shop: string | undefined
  let id: string | undefined
  for (let offset = 0; offset < pattern.parts.length; offset++) {
    const part = pattern.parts[offset]
    const segment = segments[start + offset]
    if (part === undefined || segment === undefined) return undefined
    if (part.kind === 'shop') shop = segment
    else if (part.kind === 'contains') {
      if (!segment.includes(part.text)) return undefined
    } else if (part.kind === 'exact') {
      if (segment !== part.text) return undefined
    } else if (!segment.startsWith(part.text)) return undefined
    else id = segment.slice(part.text.length)
  }
  return { shop, id }
}
