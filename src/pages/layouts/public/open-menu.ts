import '#features/visitor/web/theme/ThemeWords.css'
import './HeaderMenu.css'

/**
 * Handles the keys of an open menu, and closes it on Escape, a followed link, or a press or focus outside. Returns
 * the cleanup function.
 */
export function openMenu(root: HTMLElement, close: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  function closeOutside({ target }: Event): void {
    if (target instanceof Node && !root.contains(target)) close()
  }
  document.addEventListener('pointerdown', closeOutside, { signal })
  document.addEventListener('focusin', closeOutside, { signal })
  root.addEventListener('click', ({ target }) => isInLink(target) && close(), { signal })
  root.addEventListener('keydown', (event) => handleKey(event, root, close), { signal })
  return () => controller.abort()
}

function isInLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null
}

/** Down and Up move through the visible items, Home and End to the first and last. */
function handleKey(event: KeyboardEvent, root: HTMLElement, close: () => void): void {
  const all = [...root.querySelectorAll<HTMLElement>('a, button')].filter((element) =>
    element.checkVisibility(),
  )
  const focusedIndex = all.findIndex((element) => element.matches(':focus'))
  const targets: Record<string, HTMLElement | undefined> = {
    Escape: all[0],
    ArrowDown: all[focusedIndex + 1],
    ArrowUp: all[focusedIndex - 1],
    Home: all[1],
    End: all.at(-1),
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
  if (event.key === 'Escape') close()
}
