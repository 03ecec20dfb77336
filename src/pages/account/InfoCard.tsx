import type { LucideIcon } from 'lucide-react'
import './InfoCard.css'

export type InfoCardLine = { Icon: LucideIcon; title: string; text: string }

/** A card with a few hints. */
export function InfoCard({ title, lines }: { title: string; lines: readonly InfoCardLine[] }) {
  return (
    <div className="info-card">
      <p className="info-card__title">{title}</p>
      <ul>
        {lines.map(({ Icon, title: head, text }) => (
          <li key={head}>
            <Icon className="icon" aria-hidden />
            <b>{head}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
