import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia, wideScreenQuery } from './use-media.ts'

type Combobox = typeof import('./CountryCombobox.tsx').CountryCombobox
type EnhancedInputOptions = {
  input: RefObject<HTMLInputElement | null>
  /** What its suggestions are made from is there. */
  isReady: boolean
}

/**
 * The input with suggestions, once its code has loaded. It replaces the plain one between two keystrokes:
 * text, focus and cursor stay.
 */
export function useEnhancedInput({ input, isReady }: EnhancedInputOptions) {
  const [enhancement, setEnhancement] = useState<{ Combobox?: Combobox; startsOpen: boolean }>({
    startsOpen: false,
  })
  const composition = useComposition(input)
  const isShown = useMedia(wideScreenQuery)
  useEffect(() => {
    if (!isReady || !isShown) return undefined
    let isCancelled = false
    async function enhance() {
      const { CountryCombobox: Combobox } = await import('./CountryCombobox.tsx')
      await composition.ended()
      if (isCancelled) return
      const old = input.current
      const hadFocus = old !== null && document.activeElement === old
      const selection = [old?.selectionStart ?? null, old?.selectionEnd ?? null] as const
      flushSync(() => setEnhancement({ Combobox, startsOpen: hadFocus && old.value.trim() !== '' }))
      if (!hadFocus) return
      input.current?.focus({ preventScroll: true })
      input.current?.setSelectionRange(...selection)
    }
    enhance().catch(() => undefined) // without its code it stays a plain input
    return () => {
      isCancelled = true
    }
  }, [input, isReady, isShown, composition])
  return enhancement
}

/** Text composed by an input method must not be interrupted. */
function useComposition(input: RefObject<HTMLInputElement | null>) {
  const [composition] = useState(createComposition)
  useEffect(() => {
    const element = input.current
    element?.addEventListener('compositionstart', composition.start)
    element?.addEventListener('compositionend', composition.end)
    return () => {
      element?.removeEventListener('compositionstart', composition.start)
      element?.removeEventListener('compositionend', composition.end)
    }
  }, [input, composition])
  return composition
}

function createComposition() {
  let isComposing = false
  let callbacks: (() => void)[] = []
  return {
    start: () => {
      isComposing = true
    },
    end: () => {
      isComposing = false
      for (const resume of callbacks) setTimeout(resume) // after the last keystroke was applied
      callbacks = []
    },
    ended: () => new Promise<void>((resume) => (isComposing ? callbacks.push(resume) : resume())),
  }
}
