/** The shortcut `/`: focuses the visible link box, unless the user is typing. */
export function focusLinkBox(event: KeyboardEvent): void {
  const hasModifier = event.metaKey || event.ctrlKey || event.altKey
  if (event.key !== '/' || hasModifier || event.defaultPrevented || isTypingTarget(event.target)) return
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-link-box]')]
  const box = boxes.find((candidate) => candidate.checkVisibility() && !candidate.closest('[inert]'))
  if (!box) return
  event.preventDefault()
  box.focus()
}

function isTypingTarget(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], dialog, [role*=dialog]') !== null
  )
}
