import '#shared/web/ui/EmptyState.css'

/** Where results will be, before anything was asked: the outline of a receipt on the mat. */
export function ResultsPlace() {
  return (
    <section className="empty empty--tall" aria-label="Results">
      <div className="empty__mat mat" aria-hidden>
        <svg
          viewBox="0 0 200 128"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="4 4"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M62 12h76v96l-6 6-6-6-7 6-6-6-6 6-7-6-6 6-6-6-7 6-6-6-6 6-7-6z" />
          <path d="M74 32h52M74 48h52M74 64h52M96 86h30" />
        </svg>
      </div>
      <p className="empty__p">The lines and their receipts appear here.</p>
    </section>
  )
}
