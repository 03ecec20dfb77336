import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import './ToolCard.css'

export type ToolLevel = 2 | 3

type ToolCardProps = {
  title: string
  level: ToolLevel
  /** The picture of the tool: decoration, hidden from screen readers. */
  stage: ReactNode
  points?: readonly string[]
  note?: ReactNode
  /** The tool's field, button or link. */
  children: ReactNode
}

/** The card of a tool: its picture, and below it its text and its action. */
export function ToolCard({ title, level, stage, points = [], note, children }: ToolCardProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <article className="tool" aria-labelledby={id}>
      <div className="tool__stage surface-mat" aria-hidden>
        {stage}
      </div>
      <div className="tool__body">
        <Heading className="tool__title" id={id}>
          {title}
        </Heading>
        {points.length > 0 && (
          <ul className="tool__points">
            {points.map((point) => (
              <li key={point}>
                <Check className="icon" aria-hidden />
                <span className="capital">{point}</span>
              </li>
            ))}
          </ul>
        )}
        {note && <p className="tool__note">{note}</p>}
        {children}
      </div>
    </article>
  )
}
