import { type FormEvent, useRef, useState } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { LinkState } from '../resolve-link.ts'

/**
 * Parses while a link is pasted or typed. Errors are shown, and short links resolved, only after a paste:
 * while the user is typing the link is incomplete.
 */
export function useLinkStatus() {
  const send = useApiClient()
  const [reading, setReading] = useState<LinkState>()
  const length = useRef(0) // of the text before
  async function handleInput(event: FormEvent<HTMLInputElement>): Promise<void> {
    const box = event.currentTarget
    const text = box.value
    // Keyboards of phones insert from their clipboard as if it were typed.
    const isPasted = text.length - length.current > 1
    length.current = text.length
    if (text.trim() === '') return setReading(undefined)
    const { parseLink } = await import('../parse.ts')
    if (box.value !== text) return // a newer text is being read
    if (isPasted) box.scrollLeft = 0 // a share text begins with its item, and ends with words of the app
    const link = parseLink(text)
    if (link.ok || !isPasted) return setReading(link.ok ? link : undefined)
    setReading(link.code === 'SHORT_LINK' ? 'following' : undefined)
    const { resolveLink: resolve } = await import('../resolve-link.ts')
    const resolved = await resolve(send, text)
    if (box.value === text) setReading(resolved)
  }
  return {
    reading,
    forget: () => {
      length.current = 0
      setReading(undefined)
    },
    handleInput: (event: FormEvent<HTMLInputElement>) => {
      handleInput(event).catch(() => setReading(undefined))
    },
  }
}
