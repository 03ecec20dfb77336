type PathPart =
  | { readonly kind: 'word' | 'has' | 'id'; readonly text: string }
  | { readonly kind: 'shop'; readonly text: '' }

/** A reading's `at`, ready for use: segments in a row. */
type PathPattern = { readonly fromStart: boolean; readonly parts: readonly PathPart[] }

/** What the holes of a pattern held. */
export type PathMatch = { readonly shop: string | undefined; readonly id: string | undefined }

const patterns = new Map<string, PathPattern>()

/** The pattern of an `at` such as `product/{shop}/{id}`, made once. */
export function getPathPattern(at: string): PathPattern {
  const known = patterns.get(at)
  if (known) return known
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
  if (text.startsWith('*')) return { kind: 'has', text: text.slice(1, -1) }
  return { kind: 'word', text }
}

/** Finds the first place in a path where the pattern fits. Patterns are few and short, so this stays linear. */
export function matchPath(pattern: PathPattern, segments: readonly string[]): PathMatch | undefined {
  const last = pattern.fromStart ? 0 : segments.length - pattern.parts.length
  for (let start = 0; start <= last; start++) {
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
    else if (part.kind === 'has') {
      if (!segment.includes(part.text)) return undefined
    } else if (part.kind === 'word') {
      if (segment !== part.text) return undefined
    } else if (!segment.startsWith(part.text)) return undefined
    else id = segment.slice(part.text.length)
  }
  return { shop, id }
}
