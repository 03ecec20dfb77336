import { type FormEvent, useState } from 'react'
import type { ParsedLink, Refusal } from '../parse.ts'

/** What the box holds so far: an item, why it is none, or nothing worth a word. */
export type Reading = ParsedLink | Refusal | undefined

/**
 * Reads along while a link is pasted or typed. A refusal is only worth a word after a paste: whoever is still typing
 * knows that the link is not complete.
 */
export function useReading() {
  const [reading, setReading] = useState<Reading>()
  async function handleInput(event: FormEvent<HTMLInputElement>): Promise<void> {
    const box = event.currentTarget
    const text = box.value
    const isPasted = event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType !== 'insertText'
    if (text.trim() === '') return setReading(undefined)
    const { parseLink } = await import('../parse.ts')
    if (box.value !== text) return // a newer text is being read
    const link = parseLink(text)
    setReading(link.ok || (isPasted && text.length > 1) ? link : undefined)
  }
  return {
    reading,
    forget: () => setReading(undefined),
    handleInput: (event: FormEvent<HTMLInputElement>) => {
      handleInput(event).catch(() => setReading(undefined))
    },
  }
}
