import { useEffect, useState } from 'react'
import type { ParsedLink, ParseError } from '#features/product-links/contract.ts'
import type { LinkState } from '#features/product-links/resolve-link.ts'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

/** How long nothing may be typed before a link is read, in ms: every further digit would mean another item. */
const debounceMs = 250

/** The item of a text, after typing has paused; the parser loads with the first one. */
export function useLinkedItem(text: string): LinkState {
  const send = useApiClient()
  const [reading, setReading] = useState<LinkState>()
  useEffect(() => {
    if (text.trim() === '') return undefined
    let isCurrent = true
    const setIfCurrent = (said: LinkState) => isCurrent && setReading(said)
    const timer = setTimeout(() => {
      const read = resolveLinkLazily(send, text, () => setIfCurrent('resolving'))
      read.then(setIfCurrent, () => setIfCurrent(undefined)) // the reason is shown when the form is sent
    }, debounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [send, text])
  return text.trim() === '' ? undefined : reading
}

/** §5 Link parsing; rejects when the parser cannot be loaded, or the server not asked what is behind a short link. */
export async function resolveLinkLazily(
  send: ApiClient,
  text: string,
  onResolve?: () => void,
): Promise<ParsedLink | ParseError> {
  const links = await import('#features/product-links/resolve-link.ts')
  return links.resolveLink(send, text, onResolve)
}
