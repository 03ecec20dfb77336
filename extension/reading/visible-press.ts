/** In ms: what has been seen for a shorter time may have slid under the pointer. */
const minSeenMs = 500

/** Firefox cannot tell whether an element is covered. */
export const canSeeCover = 'isVisible' in IntersectionObserverEntry.prototype

/**
 * Calls `act` for a person's press on a button that the page around the panel did not cover, move or make
 * transparent; `refuse` for a press on a covered one. Events made by scripts do nothing.
 */
export function onVisiblePress(button: HTMLElement, act: () => void, refuse: () => void): void {
  let visibleSinceMs: number | undefined
  const options = { threshold: [0.99], trackVisibility: true, delay: 100 }
  const observer = new IntersectionObserver((entries) => {
    const isVisible =
      entries.at(-1)?.isIntersecting === true && Reflect.get(entries.at(-1) ?? {}, 'isVisible') === true
    visibleSinceMs = isVisible ? (visibleSinceMs ?? performance.now()) : undefined
  }, options)
  observer.observe(button)
  button.addEventListener('click', (event) => {
    if (!event.isTrusted) return
    if (visibleSinceMs !== undefined && performance.now() - visibleSinceMs >= minSeenMs) act()
    else refuse()
  })
}
