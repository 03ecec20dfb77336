/** Smaller moves are a trembling finger, in px. */
const threshold = 8

/** Marks the header with `data-away` while the page is scrolled down, and takes the mark off on the way up. */
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
