import { useId } from 'react'
import { paths } from '#shared/paths.ts'
import { ToolCard, type ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import { LinkFormButton } from './LinkFormButton.tsx'
import { LinkInput } from './LinkInput.tsx'
import frame21 from './pictures/frame-21.webp'
import frame22 from './pictures/frame-22.webp'
import frame23 from './pictures/frame-23.webp'
import frame24 from './pictures/frame-24.webp'
import frame25 from './pictures/frame-25.webp'
import { useLinkForm } from './use-link-form.ts'
import './QcLookup.css'

const frames = [
  { number: 21, src: frame21 },
  { number: 22, src: frame22 },
  { number: 23, src: frame23, isMarked: true },
  { number: 24, src: frame24 },
  { number: 25, src: frame25 },
]

type QcLookupProps = { level: ToolLevel; points: readonly string[] }

/** §2 Tools, QC Lookup: opens the QC photos of the pasted link's item. */
export function QcLookup({ level, points }: QcLookupProps) {
  const id = useId()
  const { isOpening, handleSubmit } = useLinkForm({ toQc: true })
  return (
    <ToolCard title="QC Lookup" level={level} points={points} stage={<ContactStrip />}>
      <form className="tool__act" action={paths.go()} onSubmit={handleSubmit}>
        <input type="hidden" name="to" value="qc" />
        <label className="visually-hidden" htmlFor={id}>
          Product link for QC Lookup
        </label>
        <LinkInput id={id} className="input" />
        <LinkFormButton isOpening={isOpening} className="btn btn--brand" />
      </form>
    </ToolCard>
  )
}

/** A decorative film strip with one marked frame. */
function ContactStrip() {
  return (
    <div className="strip">
      <div className="strip__holes" />
      <ul className="strip__row">
        {frames.map(({ number, src, isMarked }) => (
          <li key={number}>
            <img src={src} alt="" width={256} height={256} loading="lazy" decoding="async" />
            <span className="strip__no">
              <span>{number}</span>
              <span>{`${number}A`}</span>
            </span>
            {isMarked && <PencilRing />}
          </li>
        ))}
      </ul>
      <div className="strip__holes" />
    </div>
  )
}

function PencilRing() {
  return (
    <svg
      className="strip__mark"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M52 5C24 2 4 20 5 50s20 46 48 45 43-22 42-48C94 20 74 6 44 8"
        stroke="currentColor"
        strokeWidth="3"
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
      />
    </svg>
  )
}
