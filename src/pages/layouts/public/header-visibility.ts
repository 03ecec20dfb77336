/** Smaller moves are ignored, in px. */
const threshold = 8

/** Sets `data-away` on the header when the page is scrolled down, and removes it when scrolled up. */
export function hideHeaderOnScroll(header: HTMLElement): () => void {
  let last = window.scrollY
  function handleScroll() {
    const now = window.scrollY
    if (Math.abs(now - last) < threshold) return
    header.toggleAttribute('data-away', now > last && now > header.offsetHeight)
    last = now
  }
  window.addEventListener('scroll', handleScroll, { passive: true })
  return () => window.removeEventListener('scroll', handleScroll)
}
