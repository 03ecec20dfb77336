import { type FormEvent, useRef, useState } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { LinkState } from '../resolve-link.ts'

/**
 * Parses a link while it is pasted or typed. Errors are shown, and short links resolved, only after a paste, because a link
 * is incomplete while it is typed.
 */
export function useLinkStatus() {
  const send = useApiClient()
  const [link, setLink] = useState<LinkState>()
  const previousLength = useRef(0)
  async function handleInput(event: FormEvent<HTMLInputElement>): Promise<void> {
    const box = event.currentTarget
    const text = box.value
    // Phone keyboards insert from their clipboard without a paste event.
    const isPasted = text.length - previousLength.current > 1
    previousLength.current = text.length
    if (text.trim() === '') return setLink(undefined)
    const { parseLink } = await import('../parse-link.ts')
    if (box.value !== text) return // the text has changed meanwhile
    if (isPasted) box.scrollLeft = 0 // show the start of a share text, which names the item
    const parsed = parseLink(text)
    if (parsed.ok || !isPasted) return setLink(parsed.ok ? parsed : undefined)
    setLink(parsed.code === 'SHORT_LINK' ? 'resolving' : undefined)
    const { resolveLink } = await import('../resolve-link.ts')
    const resolved = await resolveLink(send, text)
    if (box.value === text) setLink(resolved)
  }
  return {
    link,
    clear: () => {
      previousLength.current = 0
      setLink(undefined)
    },
    handleInput: (event: FormEvent<HTMLInputElement>) => {
      handleInput(event).catch(() => setLink(undefined))
    },
  }
}
