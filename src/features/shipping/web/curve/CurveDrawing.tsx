import type { LabelPosition } from './curve-labels.ts'
import type { CurvePicture } from './curve-picture.ts'
import type { CurveAxis, CurveFrame } from './curve-scale.ts'

type CurveDrawingProps = { picture: CurvePicture; description: string }

export function CurveDrawing({ picture, description }: CurveDrawingProps) {
  const { frame, weightAxis, priceAxis, parcelPoint, nextStepPoint, maxWeightX, labels } = picture
  return (
    <svg
      className="curve__svg"
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={description}
    >
      <Grid frame={frame} weightAxis={weightAxis} priceAxis={priceAxis} />
      {maxWeightX !== undefined && (
        <path className="curve__end" d={`M${maxWeightX} ${frame.top}V${frame.bottom}`} />
      )}
      {nextStepPoint && nextStepPoint.x > parcelPoint.x && (
        <rect
          className="curve__free"
          x={parcelPoint.x}
          y={parcelPoint.y}
          width={nextStepPoint.x - parcelPoint.x}
          height={frame.bottom - parcelPoint.y}
        />
      )}
      {picture.otherLinePaths.map((path) => (
        <path className="curve__other" key={path} d={path} />
      ))}
      <g className="curve__drawn">
        <path className="curve__rise" d={picture.stepPath} />
        <path className="curve__line" d={picture.linePath} />
      </g>
      <path
        className="curve__pin curve__pin--dashed"
        d={`M${parcelPoint.x} ${parcelPoint.y}V${frame.bottom}`}
      />
      {nextStepPoint && (
        <path className="curve__pin" d={`M${nextStepPoint.x} ${nextStepPoint.y}V${parcelPoint.y}`} />
      )}
      <circle className="curve__dot" cx={parcelPoint.x} cy={parcelPoint.y} r="7" />
      <CurveLabel label={labels.weight} />
      <CurveLabel label={labels.maxWeight} />
      <CurveLabel label={labels.freeWeight} isVertical={labels.freeWeight?.isVertical} isStrong />
      <CurveLabel label={labels.extraPrice} isStrong />
      <CurveLabel label={labels.parcel} isStrong />
    </svg>
  )
}

type GridProps = { frame: CurveFrame; weightAxis: CurveAxis; priceAxis: CurveAxis }

function Grid({ frame, weightAxis, priceAxis }: GridProps) {
  const { left, right, bottom } = frame
  return (
    <>
      <path className="curve__grid" d={priceAxis.ticks.map(({ px }) => `M${left} ${px}H${right}`).join('')} />
      {priceAxis.ticks.map(
        ({ px, label }) =>
          label !== undefined && (
            <text key={px} x={left - 8} y={px + 4} textAnchor="end">
              {label}
            </text>
          ),
      )}
      <path
        className="curve__axis"
        d={weightAxis.ticks.map(({ px, isLong }) => `M${px} ${bottom}v${isLong ? 8 : 4}`).join('')}
      />
      <path className="curve__axis" d={`M${left} ${bottom}H${right}`} />
      {weightAxis.ticks.map(
        ({ px, label }) =>
          label !== undefined && (
            <text key={px} x={px} y={bottom + 24} textAnchor={px > right - 20 ? 'end' : 'middle'}>
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
  isVertical?: boolean | undefined
}

function CurveLabel({ label, isStrong = false, isVertical = false }: CurveLabelProps) {
  if (!label) return null
  const { text, x, y, anchor, fontSizePx } = label
  const positionProps = isVertical ? { transform: `translate(${x} ${y}) rotate(-90)` } : { x, y }
  return (
    <text
      className={isStrong ? 'curve__strong' : undefined}
      textAnchor={anchor}
      fontSize={fontSizePx}
      {...positionProps}
    >
      {text}
    </text>
  )
}
