import './UnrecognizedLinks.css'
import { CircleAlert } from 'lucide-react'
import type { Ref } from 'react'
import type { UnrecognizedText } from './queries.ts'

type UnrecognizedLinksProps = {
  unrecognized: UnrecognizedText[]
  /** Moves the caret to a line of the field. */
  onShowLine: (line: number) => void
  headingRef: Ref<HTMLHeadingElement> | undefined
}

/** The texts without a recognized item: line, reason and remedy of each. */
export function UnrecognizedLinks({ unrecognized, onShowLine, headingRef }: UnrecognizedLinksProps) {
  return (
    <section className="unrecognized" aria-labelledby="unrecognized-title">
      <h2 id="unrecognized-title" tabIndex={-1} ref={headingRef}>
        <CircleAlert className="icon icon--s" aria-hidden />
        <span>
          {unrecognized.length === 1
            ? '1 link not recognized'
            : `${unrecognized.length} links not recognized`}
        </span>
      </h2>
      <ul>
        {unrecognized.map(({ line, text, reason }) => {
          const [problem, ...remedy] = reason.split(/(?<=\.) /)
          return (
            <li key={`${line} ${text}`}>
              <button type="button" className="unrecognized__line" onClick={() => onShowLine(line)}>
                {`Line ${line}`}
              </button>
              <p>
                <b>{problem}</b>
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
