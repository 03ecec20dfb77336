import './UnrecognizedLink.css'
import { CircleAlert } from 'lucide-react'
import type { RefusedText } from './queries.ts'

/** A text that leads to no item: the error, its line, and what to do. */
export function UnrecognizedLink({ refusal: { line, text, reason } }: { refusal: RefusedText }) {
  const [wrong, ...remedy] = reason.split(/(?<=\.) /)
  return (
    <article className="refused">
      <CircleAlert className="icon" aria-hidden />
      <h4>{wrong}</h4>
      <code>
        {line}: {text}
      </code>
      <p>{remedy.join(' ')}</p>
    </article>
  )
}
