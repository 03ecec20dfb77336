import { useEffect, useEffectEvent } from 'react'

type ShortcutActions = Readonly<Record<string, () => void>>

/**
 * Keyboard shortcuts that work unless the user is typing or choosing; only those in `repeat` fire again while
 * held.
 */
export function useKeyboardShortcuts(acts: ShortcutActions, repeating: readonly string[] = []): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event
    const hasModifier = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined
    if (!act || hasModifier || event.defaultPrevented || isKeyTaken(target, key)) return
    event.preventDefault()
    if (!repeat || repeating.includes(key)) act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const dialogs = 'dialog[open], [role*=dialog]'

/**
 * Fields handle all keys, buttons and links Enter, and a dialog blocks everything behind it, wherever the
 * focus is.
 */
function isKeyTaken(target: EventTarget | null, key: string): boolean {
  if (document.querySelector(dialogs)) return true
  if (!(target instanceof Element)) return false
  const takers = 'input, textarea, select, [contenteditable]'
  return target.closest(key === 'Enter' ? `${takers}, a, button, summary` : takers) !== null
}
