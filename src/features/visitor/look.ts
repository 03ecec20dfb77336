/** The photo look: lists and galleries show the seller's photos (`listing`) or QC photos (`reality`). */
export type PhotoLook = 'listing' | 'reality'

/** The photo look in a URL; undefined when the visitor's saved one applies. */
export function parseLook(params: URLSearchParams): 'reality' | undefined {
  return params.get('look') === 'reality' ? 'reality' : undefined
}

/** The URL of the same page with a photo look, for visitors without script and for sharing. */
export function getLookPath(
  { pathname, search }: { pathname: string; search: string },
  photoLook: PhotoLook,
): string {
  const params = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => name !== 'look'))
  if (photoLook === 'reality') params.append('look', photoLook)
  return params.size > 0 ? `${pathname}?${params}` : pathname
}
