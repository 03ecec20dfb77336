/** The logo: a frame with a check mark that extends beyond it. CSS sets its colors by theme (§2). */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d="M14 3H4.5L3 4.5v15L4.5 21h15l1.5-1.5V12" stroke="currentColor" strokeWidth="2" />
      <path d="M3 8h2M3 11h3.2M3 14h2M3 17h3.2" stroke="currentColor" strokeWidth="1.2" />
      <path d="M8.8 12.6l3.4 3.4L21 5" stroke="var(--mark-accent)" strokeWidth="2.6" />
    </svg>
  )
}
