import { useEffect, useState } from 'react'
import type { Reading } from '#features/product-links/followed-link.ts'
import type { ParsedLink, Refusal } from '#features/product-links/parse.ts'
import type { Send } from '#shared/contract.ts'
import { useSend } from '#shared/web/send.tsx'

/** How long nothing may be typed before a link is read, in ms: every further digit would mean another item. */
const pauseMs = 250

/** What a text leads to, once it rests; the parser comes with the first one. */
export function useLinkedItem(text: string): Reading {
  const send = useSend()
  const [reading, setReading] = useState<Reading>()
  useEffect(() => {
    if (text.trim() === '') return undefined
    let isCurrent = true
    const say = (said: Reading) => isCurrent && setReading(said)
    const timer = setTimeout(() => {
      const read = readLink(send, text, () => say('following'))
      read.then(say, () => say(undefined)) // the reason is said when the form is sent
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [send, text])
  return text.trim() === '' ? undefined : reading
}

/** §5 Link parsing; rejects when the parser cannot be loaded, or the server not asked what is behind a short link. */
export async function readLink(
  send: Send,
  text: string,
  onFollow?: () => void,
): Promise<ParsedLink | Refusal> {
  const links = await import('#features/product-links/followed-link.ts')
  return links.readLink(send, text, onFollow)
}
