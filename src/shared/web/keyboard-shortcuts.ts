import { useEffect, useEffectEvent } from 'react'

type Acts = Readonly<Record<string, () => void>>

/** Keys that act wherever nobody is writing or choosing; only those that repeat act again while they are held. */
export function useKeyboardShortcuts(acts: Acts, repeating: readonly string[] = []): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat } = event
    const hasModifier = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined
    if (!act || hasModifier || event.defaultPrevented || isTaken(target, key)) return
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

/** Fields hear all keys, buttons and links Enter, and dialogs all of what is behind them, wherever the focus is. */
function isTaken(target: EventTarget | null, key: string): boolean {
  if (document.querySelector(dialogs)) return true
  if (!(target instanceof Element)) return false
  const takers = 'input, textarea, select, [contenteditable]'
  return target.closest(key === 'Enter' ? `${takers}, a, button, summary` : takers) !== null
}
