import './ReadingThanks.css'
import { useEffect, useRef } from 'react'
import { describeShown, type ShownPart } from './reading-parts.ts'
import { useFileUrls } from './Thumbnails.tsx'

type ReadingThanksProps = { parts: readonly ShownPart[]; files: readonly File[] }

/** What was handed over, as three prints, and what happens with it. */
export function ReadingThanks({ parts, files }: ReadingThanksProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), []) // the button that was pressed is gone
  const sentence = describeShown(parts)
  const pictures = parts.find(({ name }) => name === 'pictures')
  return (
    <div ref={box} className="reading-thanks" tabIndex={-1}>
      <Prints parts={parts} files={pictures ? files : []} />
      {sentence && <p className="reading-thanks__sentence">{sentence}</p>}
      {sentence && <p className="muted">Shown as read by a member, until someone confirms it.</p>}
      {pictures && <p className="muted">{'An admin looks at the pictures first.'}</p>}
    </div>
  )
}

function Prints({ parts, files }: ReadingThanksProps) {
  const urls = useFileUrls(files)
  const texts = parts.filter(({ name }) => name !== 'pictures')
  return (
    <div className="reading-thanks__prints surface-mat" aria-hidden>
      {urls.length > 0
        ? urls.slice(0, 3).map((url) => (
            <span key={url} className="reading-print">
              <img src={url} alt="" width={96} height={96} />
            </span>
          ))
        : texts.slice(0, 3).map(({ name, text }) => (
            <span key={name} className="reading-print">
              <b>{text}</b>
            </span>
          ))}
    </div>
  )
}
