import {
  type Box,
  type Dimensions,
  type ParcelDrawing as Drawing,
  formatDimensions,
  parcelDrawing,
} from '../dimensions.ts'

/** The parcel beside a phone and an A4 sheet, on a ruler with a tick each centimetre. */
export function ParcelDrawing({ parcel }: { parcel: Dimensions }) {
  const drawing = parcelDrawing(parcel)
  const { width, height, ground, sheet, phone, scale } = drawing
  const font = 12 * scale
  return (
    <svg
      className="parcel"
      viewBox={`0 0 ${round(width)} ${round(height)}`}
      fill="none"
      strokeWidth={scale}
      role="img"
      aria-label={`Parcel ${formatDimensions(parcel)} drawn to scale beside a phone and an A4 sheet`}
    >
      <path className="parcel__ruler" d={rulerPath(width, ground)} />
      <rect className="parcel__thing" {...boxOf(sheet)} strokeDasharray={`${3 * scale} ${3 * scale}`} />
      <text
        className="parcel__word"
        x={sheet.x + sheet.width / 2}
        y={ground - 56}
        fontSize={font}
        textAnchor="middle"
      >
        A4
      </text>
      <rect className="parcel__thing" {...boxOf(phone)} rx="4" />
      <path className="parcel__thing" d={`M${phone.x + 10} ${round(ground - 4)}h8`} />
      <ParcelBox drawing={drawing} />
    </svg>
  )
}

/** Front, lid and side, with a strip of tape across the lid. */
function ParcelBox({ drawing: { front, depth, scale } }: { drawing: Drawing }) {
  const { x, y, width, height } = front
  const d = round(depth)
  const tape = { start: round(x + width * 0.44), width: round(width * 0.12) }
  return (
    <g strokeWidth={1.5 * scale} strokeLinejoin="round">
      <rect className="parcel__front" {...boxOf(front)} />
      <path
        className="parcel__edges"
        d={`M${round(x)} ${round(y)}l${d} ${-d}h${round(width)}l${-d} ${d}M${round(x + width)} ${round(y + height)}l${d} ${-d}v${round(-height)}`}
      />
      <path
        className="parcel__tape"
        d={`M${tape.start} ${round(y)}v${round(Math.min(14, height * 0.3))}h${tape.width}v${round(-Math.min(14, height * 0.3))}l${d} ${-d}h${-tape.width}z`}
      />
    </g>
  )
}

/** Ticks at each cm, long ones at every fifth. */
function rulerPath(width: number, ground: number): string {
  const ticks = Array.from({ length: Math.floor(width / 4) + 1 }, (_none, cm) => {
    return `M${cm * 4 + 0.5} ${round(ground)}v${cm % 5 === 0 ? 10 : 5}`
  })
  return `M0 ${round(ground)}H${round(width)}${ticks.join('')}`
}

function boxOf({ x, y, width, height }: Box) {
  return { x: round(x), y: round(y), width: round(width), height: round(height) }
}

function round(units: number): number {
  return Math.round(units * 10) / 10
}
