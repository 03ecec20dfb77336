import { useEffect, useEffectEvent } from 'react'

type ShortcutActions = Readonly<Record<string, () => void>>

/**
 * Keyboard shortcuts that work unless the user is typing or selecting. A key that is held down repeats only
 * if it is in `repeating`.
 */
export function useKeyboardShortcuts(actions: ShortcutActions, repeating: readonly string[] = []): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event
    const hasModifier = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined
    if (!action || hasModifier || event.defaultPrevented || isKeyInUse(target, key)) return
    event.preventDefault()
    if (!repeat || repeating.includes(key)) action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const dialogs = 'dialog[open], [role*=dialog]'

/**
 * True when the focused element handles the key itself: a field handles all keys, a button or a link handles
 * Enter. An open dialog blocks all shortcuts of the page.
 */
function isKeyInUse(target: EventTarget | null, key: string): boolean {
  if (document.querySelector(dialogs)) return true
  if (!(target instanceof Element)) return false
  const fields = 'input, textarea, select, [contenteditable]'
  return target.closest(key === 'Enter' ? `${fields}, a, button, summary` : fields) !== null
}
