import { useEffect, useRef } from 'react'

/** Single letters that act on the page, but never while somebody writes, chooses, or answers a dialog. */
export function useLetterKeys(acts: Readonly<Record<string, () => void>>): void {
  const newest = useRef(acts)
  useEffect(() => {
    newest.current = acts
  })
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.defaultPrevented || hasModifier || event.repeat || isTaken(event.target)) return
      const act = newest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
