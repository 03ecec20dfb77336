import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './DashboardSection.css'

type DashboardSectionProps = {
  title: string
  /** A short text beside the heading. */
  note?: ReactNode
  /** A link to the whole list. */
  link?: { href: string; label: string }
  isWide?: boolean
  children: ReactNode
}

/** A section of the admin home with its heading. */
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
