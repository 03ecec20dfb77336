import { type RefObject, useEffect, useMemo, useState } from 'react'
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
import './WeightCurve.css'

type WeightCurveProps = {
  request: EstimateRequestTexts
  /** In the displayed currency. */
  option: ShippingOption
  exchange: Exchange | undefined
  card: RateCard
  available: readonly ShippingOption[]
}

/** A line's price over the weight, with the position of the parcel and a sentence about the next step. */
export function WeightCurve({ request, option, exchange, card, available }: WeightCurveProps) {
  const { ref, width } = useElementWidth()
  const wasVisible = useWasVisible(ref)
  const [showsOtherLines, setShowsOtherLines] = useState(false)
  const lines = getCompiledLines(card)
  const line = lines.get(option.id)
  const parcel = useMemo(() => toParcel(request), [request])
  if (!line) return null
  const position = computeCurvePosition(line, parcel, option, exchange)
  const { highlight, remainder } = describeNextStep(position)
  const otherLines = showsOtherLines ? findOtherLines(lines, available, option.id) : []
  const picture =
    width > 0 &&
    computeCurvePicture({ line, otherLines, parcel, position, exchange, frame: createCurveFrame(width) })
  return (
    <>
      <p className="line-analysis__say">
        {highlight && <mark className="tabular-nums">{highlight}</mark>}
        <span>{remainder}</span>
      </p>
      <div className={`curve ${wasVisible ? 'curve--seen' : ''}`} ref={ref}>
        {picture && <CurveDrawing picture={picture} description={describeCurve(option.name, position)} />}
      </div>
      <div className="curve__foot">
        {available.length > 1 && (
          <label className="check">
            <input
              type="checkbox"
              checked={showsOtherLines}
              onChange={({ target }) => setShowsOtherLines(target.checked)}
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
  chosenId: string,
): CompiledLine[] {
  return available
    .filter(({ id }) => id !== chosenId)
    .map(({ id }) => lines.get(id))
    .filter((line) => line !== undefined)
}

/** Whether an element has been visible in the viewport at least once. */
function useWasVisible(ref: RefObject<Element | null>): boolean {
  const [wasVisible, setWasVisible] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setWasVisible(true)
      observer.disconnect()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return wasVisible
}
