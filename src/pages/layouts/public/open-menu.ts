import '#features/theme/web/ThemeWords.css'
import './HeaderMenu.css'

/**
 * Makes an open menu of a button and its list follow the keys, and tells when it is to close: by Escape, a followed
 * link, or a press or the focus elsewhere. Returns what ends that.
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

/** Down and up lead through what is shown, Home and End to its ends. */
function handleKey(event: KeyboardEvent, root: HTMLElement, close: () => void): void {
  const all = [...root.querySelectorAll<HTMLElement>('a, button')].filter((one) => one.checkVisibility())
  const at = all.findIndex((one) => one.matches(':focus'))
  const targets: Record<string, HTMLElement | undefined> = {
    Escape: all[0],
    ArrowDown: all[at + 1],
    ArrowUp: all[at - 1],
    Home: all[1],
    End: all.at(-1),
  }
  const target = targets[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
  if (event.key === 'Escape') close()
}
