import { useEffect, useState } from 'react'
import type { ParsedLink, ParseError } from '#features/product-links/contract.ts'
import type { LinkState } from '#features/product-links/resolve-link.ts'
import type { ApiClient } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

/** The pause in typing after which a link is parsed, because each further digit would be another item. */
const debounceMs = 250

/** Parses the link of a text after a pause in typing. The parser is loaded with the first text. */
export function useLinkedItem(text: string): LinkState {
  const send = useApiClient()
  const [link, setLink] = useState<LinkState>()
  useEffect(() => {
    if (text.trim() === '') return undefined
    let isCurrent = true
    const setIfCurrent = (state: LinkState) => isCurrent && setLink(state)
    const timer = setTimeout(() => {
      const resolution = resolveLinkLazily(send, text, () => setIfCurrent('resolving'))
      resolution.then(setIfCurrent, () => setIfCurrent(undefined)) // the error is shown when the form is submitted
    }, debounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [send, text])
  return text.trim() === '' ? undefined : link
}

/** Parses a link (§5). Rejects when the parser cannot be loaded, or the server cannot be reached for a short link. */
export async function resolveLinkLazily(
  send: ApiClient,
  text: string,
  onResolve?: () => void,
): Promise<ParsedLink | ParseError> {
  const { resolveLink } = await import('#features/product-links/resolve-link.ts')
  return resolveLink(send, text, onResolve)
}
