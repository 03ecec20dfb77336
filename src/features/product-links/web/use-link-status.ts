import { type FormEvent, useState } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { LinkState } from '../resolve-link.ts'

/**
 * Parses while a link is pasted or typed. Errors are shown, and short links resolved, only after a paste:
 * while the user is typing the link is incomplete.
 */
export function useLinkStatus() {
  const send = useApiClient()
  const [reading, setReading] = useState<LinkState>()
  async function handleInput(event: FormEvent<HTMLInputElement>): Promise<void> {
    const box = event.currentTarget
    const text = box.value
    const isPasted = event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType !== 'insertText'
    if (text.trim() === '') return setReading(undefined)
    const { parseLink } = await import('../parse.ts')
    if (box.value !== text) return // a newer text is being read
    const link = parseLink(text)
    if (link.ok || !isPasted || text.length < 2) return setReading(link.ok ? link : undefined)
    if (link.code !== 'SHORT_LINK') return setReading(link)
    setReading('following')
    const { followShortLink: readFollowing } = await import('../resolve-link.ts')
    const followed = await readFollowing(send, text)
    if (box.value === text) setReading(followed)
  }
  return {
    reading,
    forget: () => setReading(undefined),
    handleInput: (event: FormEvent<HTMLInputElement>) => {
      handleInput(event).catch(() => setReading(undefined))
    },
  }
}
