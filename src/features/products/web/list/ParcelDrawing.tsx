import './ParcelDrawing.css'
import { roundToTenth } from '#shared/format/round.ts'
import {
  computeParcelDrawing,
  type Dimensions,
  type ParcelDrawingLayout as Drawing,
  type DrawingBox,
  formatDimensions,
} from '../../dimensions.ts'

/** Draws the parcel to scale beside a phone and an A4 sheet, on a ruler with a tick per centimeter. */
export function ParcelDrawing({ parcel }: { parcel: Dimensions }) {
  const drawing = computeParcelDrawing(parcel)
  const { width, height, baseline, sheet, phone, scale } = drawing
  const font = 12 * scale
  return (
    <svg
      className="parcel"
      viewBox={`0 0 ${roundToTenth(width)} ${roundToTenth(height)}`}
      fill="none"
      strokeWidth={scale}
      role="img"
      aria-label={`Parcel ${formatDimensions(parcel)} drawn to scale beside a phone and an A4 sheet`}
    >
      <path className="parcel__ruler" d={buildRulerPath(width, baseline)} />
      <rect className="parcel__thing" {...roundBox(sheet)} strokeDasharray={`${3 * scale} ${3 * scale}`} />
      <text
        className="parcel__word"
        x={sheet.x + sheet.width / 2}
        y={baseline - 56}
        fontSize={font}
        textAnchor="middle"
      >
        A4
      </text>
      <rect className="parcel__thing" {...roundBox(phone)} rx="4" />
      <path className="parcel__thing" d={`M${phone.x + 10} ${roundToTenth(baseline - 4)}h8`} />
      <ParcelBox drawing={drawing} />
    </svg>
  )
}

/** Draws the front, the lid with a strip of tape, and the side of the parcel. */
function ParcelBox({ drawing: { front, depth, scale } }: { drawing: Drawing }) {
  const { x, y, width, height } = front
  const d = roundToTenth(depth)
  const tape = { start: roundToTenth(x + width * 0.44), width: roundToTenth(width * 0.12) }
  return (
    <g strokeWidth={1.5 * scale} strokeLinejoin="round">
      <rect className="parcel__front" {...roundBox(front)} />
      <path
        className="parcel__edges"
        d={`M${roundToTenth(x)} ${roundToTenth(y)}l${d} ${-d}h${roundToTenth(width)}l${-d} ${d}M${roundToTenth(x + width)} ${roundToTenth(y + height)}l${d} ${-d}v${roundToTenth(-height)}`}
      />
      <path
        className="parcel__tape"
        d={`M${tape.start} ${roundToTenth(y)}v${roundToTenth(Math.min(14, height * 0.3))}h${tape.width}v${roundToTenth(-Math.min(14, height * 0.3))}l${d} ${-d}h${-tape.width}z`}
      />
    </g>
  )
}

/** The ruler's path: a tick per cm, and a longer one every 5 cm. */
function buildRulerPath(width: number, baseline: number): string {
  const ticks = Array.from({ length: Math.floor(width / 4) + 1 }, (_none, cm) => {
    return `M${cm * 4 + 0.5} ${roundToTenth(baseline)}v${cm % 5 === 0 ? 10 : 5}`
  })
  return `M0 ${roundToTenth(baseline)}H${roundToTenth(width)}${ticks.join('')}`
}

function roundBox({ x, y, width, height }: DrawingBox) {
  return { x: roundToTenth(x), y: roundToTenth(y), width: roundToTenth(width), height: roundToTenth(height) }
}
