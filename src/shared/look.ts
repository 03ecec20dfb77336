/** The seller's own photos, or what arrived in a warehouse. */
export type Look = 'listing' | 'reality'

/** The look that an address asks for; undefined where it leaves that to the visitor. */
export function parseLook(params: URLSearchParams): 'reality' | undefined {
  return params.get('look') === 'reality' ? 'reality' : undefined
}

/** The same page with the other photos, for a visitor without script and for a link to send. */
export function getLookPath({ pathname, search }: { pathname: string; search: string }, look: Look): string {
  const params = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => name !== 'look'))
  if (look === 'reality') params.append('look', look)
  return params.size > 0 ? `${pathname}?${params}` : pathname
}
