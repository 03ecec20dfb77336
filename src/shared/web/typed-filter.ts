import { useEffect, useRef, useState } from 'react'
import { useDebouncedCallback } from '#shared/web/hooks/use-debounced-callback.ts'

/** Typing is applied after this pause, in ms; Enter applies at once. */
const debounceMs = 400

export type TypedFilter = {
  text: string
  type: (text: string) => void
  applyNow: () => void
  /**
   * Returns the trimmed text for a caller that applies it together with other filters, and cancels the
   * pending filter.
   */
  take: () => string
  clear: () => void
}

/**
 * The text of a search field. It follows the applied filter, but never overwrites text that is being typed.
 */
export function useTypedFilter(applied: string, apply: (text: string) => void): TypedFilter {
  const [text, setText] = useState(applied)
  const [lastApplied, setLastApplied] = useState(applied)
  const [ownText, setOwnText] = useState(applied)
  const idle = useDebouncedCallback(debounceMs)
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply // other filters may change while the text waits
  })
  if (applied !== lastApplied) {
    setLastApplied(applied)
    setOwnText(applied)
    if (applied !== ownText) setText(applied)
  }
  function applyText(filterText: string) {
    idle.cancel()
    setOwnText(filterText.trim())
    latest.current(filterText.trim())
  }
  return {
    text,
    type(typed) {
      setText(typed)
      idle.later(() => applyText(typed))
    },
    applyNow: () => applyText(text),
    take() {
      idle.cancel()
      setOwnText(text.trim())
      return text.trim()
    },
    clear() {
      idle.cancel()
      setOwnText('')
      setText('')
    },
  }
}
