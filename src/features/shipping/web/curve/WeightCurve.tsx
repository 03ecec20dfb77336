import { useMemo, useState } from 'react'
import type { CompiledLine } from '#features/freight/engine/compile-card.ts'
import type { Exchange } from '#features/freight/engine/exchange.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { useElementWidth } from '#shared/web/hooks/use-element-width.ts'
import type { EstimateRequestTexts } from '../../estimate-search.ts'
import { getCompiledLines } from '../compiled-lines.ts'
import { toParcel } from '../to-parcel.ts'
import { CurveDrawing } from './CurveDrawing.tsx'
import { CurveFigures } from './CurveFigures.tsx'
import { computeCurvePicture } from './curve-picture.ts'
import { createCurveFrame } from './curve-scale.ts'
import { computeCurvePosition, describeCurve, describeNextStep } from './describe-curve.ts'
import { useSeen } from './use-seen.ts'
import './WeightCurve.css'

type WeightCurveProps = {
  request: EstimateRequestTexts
  /** As it is shown. */
  option: ShippingOption
  exchange: Exchange | undefined
  card: RateCard
  available: readonly ShippingOption[]
}

/** A line's price over the weight with the parcel marked, and a sentence about the next step. */
export function WeightCurve({ request, option, exchange, card, available }: WeightCurveProps) {
  const { ref, width } = useElementWidth()
  const isSeen = useSeen(ref)
  const [hasOthers, setHasOthers] = useState(false)
  const lines = getCompiledLines(card)
  const line = lines.get(option.id)
  const parcel = useMemo(() => toParcel(request), [request])
  if (!line) return null
  const position = computeCurvePosition(line, parcel, option, exchange)
  const { marked, remainder } = describeNextStep(position)
  const others = hasOthers ? findOtherLines(lines, available, option.id) : []
  const picture =
    width > 0 &&
    computeCurvePicture({ line, others, parcel, position, exchange, frame: createCurveFrame(width) })
  return (
    <>
      <p className="line-analysis__say">
        {marked && <mark className="tabular-nums">{marked}</mark>}
        <span>{remainder}</span>
      </p>
      <div className={`curve ${isSeen ? 'curve--seen' : ''}`} ref={ref}>
        {picture && <CurveDrawing picture={picture} description={describeCurve(option.name, position)} />}
      </div>
      <div className="curve__foot">
        {available.length > 1 && (
          <label className="check">
            <input
              type="checkbox"
              checked={hasOthers}
              onChange={({ target }) => setHasOthers(target.checked)}
            />
            <span>Show the other lines</span>
          </label>
        )}
        <CurveFigures line={line} parcel={parcel} position={position} exchange={exchange} />
      </div>
    </>
  )
}

function findOtherLines(
  lines: ReadonlyMap<string, CompiledLine>,
  available: readonly ShippingOption[],
  chosen: string,
): CompiledLine[] {
  return available
    .filter(({ id }) => id !== chosen)
    .map(({ id }) => lines.get(id))
    .filter((line) => line !== undefined)
}
