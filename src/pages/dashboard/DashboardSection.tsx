import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './DashboardSection.css'

type DashboardSectionProps = {
  title: string
  /** A short text beside the heading. */
  note?: ReactNode
  /** A link to more of it. */
  link?: { href: string; label: string }
  isWide?: boolean
  children: ReactNode
}

/** One section of the admin's home, under a heading on a line of the mat. */
export function DashboardSection({ title, note, link, isWide = false, children }: DashboardSectionProps) {
  const id = useId()
  return (
    <section className={isWide ? 'tool-grid__wide' : undefined} aria-labelledby={id}>
      <div className="tool-grid__head">
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
        {link && (
          <a href={link.href}>
            <span>{`${link.label} `}</span>
            <ArrowRight className="icon icon--s" aria-hidden />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
