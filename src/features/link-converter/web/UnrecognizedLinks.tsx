import './UnrecognizedLinks.css'
import { CircleAlert } from 'lucide-react'
import type { Ref } from 'react'
import type { RefusedText } from './queries.ts'

type UnrecognizedLinksProps = {
  refused: RefusedText[]
  /** Moves the caret to a line of the field. */
  onShowLine: (line: number) => void
  headingRef: Ref<HTMLHeadingElement> | undefined
}

/** The texts that lead to no item: where each stands, why, and what to do. */
export function UnrecognizedLinks({ refused, onShowLine, headingRef }: UnrecognizedLinksProps) {
  return (
    <section className="unrecognized" aria-labelledby="unrecognized-title">
      <h2 id="unrecognized-title" tabIndex={-1} ref={headingRef}>
        <CircleAlert className="icon icon--s" aria-hidden />
        <span>
          {refused.length === 1 ? '1 link not recognized' : `${refused.length} links not recognized`}
        </span>
      </h2>
      <ul>
        {refused.map(({ line, text, reason }) => {
          const [wrong, ...remedy] = reason.split(/(?<=\.) /)
          return (
            <li key={`${line} ${text}`}>
              <button type="button" className="unrecognized__line" onClick={() => onShowLine(line)}>
                {`Line ${line}`}
              </button>
              <p>
                <b>{wrong}</b>
                <span>{` ${remedy.join(' ')}`}</span>
                <code>{text}</code>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
