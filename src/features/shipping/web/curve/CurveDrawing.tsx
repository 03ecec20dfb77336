import type { LabelPosition } from './curve-labels.ts'
import type { CurvePicture } from './curve-picture.ts'
import type { CurveAxis, CurveFrame } from './curve-scale.ts'

type CurveDrawingProps = { picture: CurvePicture; description: string }

export function CurveDrawing({ picture, description }: CurveDrawingProps) {
  const { frame, weights, prices, parcel, next, end, labels } = picture
  return (
    <svg
      className="curve__svg"
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={description}
    >
      <Grid frame={frame} weights={weights} prices={prices} />
      {end !== undefined && <path className="curve__end" d={`M${end} ${frame.top}V${frame.bottom}`} />}
      {next && next.x > parcel.x && (
        <rect
          className="curve__free"
          x={parcel.x}
          y={parcel.y}
          width={next.x - parcel.x}
          height={frame.bottom - parcel.y}
        />
      )}
      {picture.others.map((path) => (
        <path className="curve__other" key={path} d={path} />
      ))}
      <g className="curve__drawn">
        <path className="curve__rise" d={picture.rises} />
        <path className="curve__line" d={picture.line} />
      </g>
      <path className="curve__pin curve__pin--dashed" d={`M${parcel.x} ${parcel.y}V${frame.bottom}`} />
      {next && <path className="curve__pin" d={`M${next.x} ${next.y}V${parcel.y}`} />}
      <circle className="curve__dot" cx={parcel.x} cy={parcel.y} r="7" />
      <CurveLabel label={labels.weight} />
      <CurveLabel label={labels.end} />
      <CurveLabel label={labels.free} isUpright={labels.free?.isUpright} isStrong />
      <CurveLabel label={labels.extra} isStrong />
      <CurveLabel label={labels.parcel} isStrong />
    </svg>
  )
}

function Grid({ frame, weights, prices }: { frame: CurveFrame; weights: CurveAxis; prices: CurveAxis }) {
  const { left, right, bottom } = frame
  return (
    <>
      <path className="curve__grid" d={prices.ticks.map(({ at }) => `M${left} ${at}H${right}`).join('')} />
      {prices.ticks.map(
        ({ at, label }) =>
          label !== undefined && (
            <text key={at} x={left - 8} y={at + 4} textAnchor="end">
              {label}
            </text>
          ),
      )}
      <path
        className="curve__axis"
        d={weights.ticks.map(({ at, isLong }) => `M${at} ${bottom}v${isLong ? 8 : 4}`).join('')}
      />
      <path className="curve__axis" d={`M${left} ${bottom}H${right}`} />
      {weights.ticks.map(
        ({ at, label }) =>
          label !== undefined && (
            <text key={at} x={at} y={bottom + 24} textAnchor={at > right - 20 ? 'end' : 'middle'}>
              {label}
            </text>
          ),
      )}
    </>
  )
}

type CurveLabelProps = {
  label: LabelPosition | undefined
  isStrong?: boolean
  isUpright?: boolean | undefined
}

function CurveLabel({ label, isStrong = false, isUpright = false }: CurveLabelProps) {
  if (!label) return null
  const { text, x, y, anchor, size } = label
  const positionProps = isUpright ? { transform: `translate(${x} ${y}) rotate(-90)` } : { x, y }
  return (
    <text
      className={isStrong ? 'curve__strong' : undefined}
      textAnchor={anchor}
      fontSize={size}
      {...positionProps}
    >
      {text}
    </text>
  )
}
