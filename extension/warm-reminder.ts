/** The headings of agents' reminders, in the languages they use. */
const headingPattern = /^\s*(?:warm (?:reminder|tips?)|friendly reminder|温馨提示)\s*[:：!！]?/i
const limits = { maxCharacters: 2_000, maxLevels: 8, debounceMs: 250, maxDurationMs: 15_000 } as const

/**
 * Removes the reminders of an agent's page, also those that appear a little later; returns a function that
 * stops it.
 */
export function hideWarmReminders(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      hideReminders()
    }, limits.debounceMs)
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    clearTimeout(end)
  }
  const end = setTimeout(stop, limits.maxDurationMs)
  observer.observe(document.documentElement, { childList: true, subtree: true })
  hideReminders()
  return stop
}

function hideReminders(): void {
  const textNodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = textNodes.nextNode(); node; node = textNodes.nextNode()) {
    if (headingPattern.test(node.nodeValue ?? ''))
      node.parentElement?.checkVisibility() && hideReminder(node.parentElement)
  }
}

/**
 * Hides the whole dialog, or else the largest element around the heading that contains little more than the
 * notice.
 */
function hideReminder(title: Element): void {
  let box = title
  for (let level = 0; level < limits.maxLevels; level += 1) {
    const outer: Element | null = box.parentElement
    if (!outer || outer === document.body || (outer.textContent ?? '').length > limits.maxCharacters) break
    if (!isOverlay(outer) && !isOverlay(box) && hasControls(outer, title)) break
    box = outer
  }
  if (box instanceof HTMLElement) box.style.setProperty('display', 'none', 'important')
  if (!isOverlay(box)) return
  for (const page of [document.documentElement, document.body]) {
    if (page.style.overflow === 'hidden') page.style.removeProperty('overflow')
  }
}

/** True when the element is positioned over the page. */
function isOverlay(element: Element): boolean {
  return (
    element.matches('dialog, [role="dialog"], [role="alertdialog"]') ||
    getComputedStyle(element).position === 'fixed'
  )
}

/** True when the element contains a control or an image, which a notice does not have. */
function hasControls(box: Element, title: Element): boolean {
  return [...box.querySelectorAll('input, select, textarea, img, h1, form')].some(
    (control) => !title.contains(control),
  )
}
