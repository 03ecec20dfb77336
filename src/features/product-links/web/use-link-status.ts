import { type FormEvent, useState } from 'react'
import { useApiClient } from '#shared/web/api-client.tsx'
import type { LinkState } from '../resolve-link.ts'

/**
 * Reads along while a link is pasted or typed. A refusal is only worth a word after a paste, and a short link is only
 * followed then: whoever is still typing knows that the link is not complete.
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
    const { readFollowing } = await import('../resolve-link.ts')
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
