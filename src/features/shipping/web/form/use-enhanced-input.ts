import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia, wideScreenQuery } from './use-media.ts'

type Combobox = typeof import('./CountryCombobox.tsx').CountryCombobox
type EnhancedInputOptions = {
  input: RefObject<HTMLInputElement | null>
  /** True when the list of countries is loaded. */
  isReady: boolean
}

/**
 * Loads the input with suggestions, which replaces the plain one between two keystrokes. Text, focus and cursor
 * position stay.
 */
export function useEnhancedInput({ input, isReady }: EnhancedInputOptions) {
  const [enhancement, setEnhancement] = useState<{ Combobox?: Combobox; startsOpen: boolean }>({
    startsOpen: false,
  })
  const composition = useComposition(input)
  const isWide = useMedia(wideScreenQuery)
  useEffect(() => {
    if (!isReady || !isWide) return undefined
    let isCancelled = false
    async function enhance() {
      const { CountryCombobox: Combobox } = await import('./CountryCombobox.tsx')
      await composition.ended()
      if (isCancelled) return
      const plainInput = input.current
      const hadFocus = plainInput !== null && document.activeElement === plainInput
      const selection = [plainInput?.selectionStart ?? null, plainInput?.selectionEnd ?? null] as const
      flushSync(() => setEnhancement({ Combobox, startsOpen: hadFocus && plainInput.value.trim() !== '' }))
      if (!hadFocus) return
      input.current?.focus({ preventScroll: true })
      input.current?.setSelectionRange(...selection)
    }
    enhance().catch(() => undefined) // the plain input stays when the code cannot be loaded
    return () => {
      isCancelled = true
    }
  }, [input, isReady, isWide, composition])
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
      for (const resume of callbacks) setTimeout(resume) // after the browser has applied the last keystroke
      callbacks = []
    },
    ended: () => new Promise<void>((resolve) => (isComposing ? callbacks.push(resolve) : resolve())),
  }
}
