import { useEffect, useState } from 'react'
import type { ParsedLink, Refusal } from '#features/product-links/parse.ts'

/** How long nothing may be typed before a link is read, in ms: every further digit would mean another item. */
const pauseMs = 250

/** What a text leads to, once it rests; the parser comes with the first one. */
export function useLinkedItem(text: string): ParsedLink | Refusal | undefined {
  const [read, setRead] = useState<{ text: string; link: ParsedLink | Refusal }>()
  useEffect(() => {
    if (text.trim() === '') return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      readLink(text).then(
        (link) => isCurrent && setRead({ text, link }),
        () => undefined, // said when the form is sent
      )
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return text.trim() === '' ? undefined : read?.link
}

/** §5 Link parsing; rejects when the parser cannot be loaded. */
export async function readLink(text: string): Promise<ParsedLink | Refusal> {
  const { parseLink } = await import('#features/product-links/parse.ts')
  return parseLink(text)
}
