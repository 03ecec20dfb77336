import type { Parcel } from '#features/freight/parcel.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { createBoxDrawing } from './box-drawing.ts'
import { formatSidesMm } from './format-haul.ts'
import './ParcelOnScale.css'

type ParcelOnScaleProps = {
  parcel: Parcel
  /** Shown on a tag when it differs from the parcel's weight; undefined when no line takes the parcel. */
  chargedGrams: number | undefined
  /** The result of `computeDrawingScale`, the same for all boxes. */
  scale: number
}

/** A drawn parcel on a scale that shows its weight. */
export function ParcelOnScale({ parcel, chargedGrams, scale }: ParcelOnScaleProps) {
  const drawing = createBoxDrawing(parcel, scale)
  const isKnown = parcel.sidesMm.length === 3
  return (
    <div className="parcel-scale">
      <span className="parcel-scale__dim tabular-nums">
        {isKnown ? `${formatSidesMm(parcel.sidesMm)} cm` : 'size unknown'}
      </span>
      <div className="parcel-scale__goods">
        <svg
          className={isKnown ? 'parcel-scale__box' : 'parcel-scale__box parcel-scale__box--unknown'}
          viewBox={`-1 -1 ${drawing.width} ${drawing.height}`}
          style={{ inlineSize: `calc(${drawing.width} * var(--unit))` }}
          aria-hidden="true"
        >
          <path className="parcel-scale__face" d={drawing.front} />
          <path className="parcel-scale__face" d={drawing.lid} />
          <path className="parcel-scale__face" d={drawing.side} />
          {isKnown && <path className="parcel-scale__strip" d={drawing.tape} />}
          {isKnown && drawing.label && <BoxLabel {...drawing.label} />}
        </svg>
        {chargedGrams !== undefined && chargedGrams !== parcel.grams && (
          <span className="parcel-scale__tag">
            <b>{`${formatNumber(chargedGrams)} g`}</b> charged
          </span>
        )}
      </div>
      <div className="parcel-scale__stand">
        <div className="parcel-scale__lcd">
          <span>{`${formatNumber(parcel.grams)} `}</span>
          <small>g</small>
        </div>
      </div>
    </div>
  )
}

function BoxLabel({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="parcel-scale__label" width="58" height="34" />
      <path
        className="parcel-scale__bar"
        d="M6 8v18M10 8v18M13 8v18M18 8v18M23 8v18M26 8v18M32 8v18M37 8v18M41 8v18M47 8v18M51 8v18"
      />
    </g>
  )
}
