import type { PriceSpan } from '#features/watches/contract.ts'
import { computePriceChart } from '#features/watches/price-chart.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useElementWidth } from '#shared/web/hooks/use-element-width.ts'

const chartHeight = 184

/** The chart of prices over time, as steps in the available width. */
export function PriceHistoryChart({ spans, description }: { spans: PriceSpan[]; description: string }) {
  const { ref, width } = useElementWidth()
  return (
    <div className="price-history__place" ref={ref}>
      {width > 0 && <ChartDrawing spans={spans} description={description} width={width} />}
    </div>
  )
}

function ChartDrawing({
  spans,
  description,
  width,
}: {
  spans: PriceSpan[]
  description: string
  width: number
}) {
  const area = { width, height: chartHeight, left: 6, right: width - 6, top: 30, bottom: chartHeight - 64 }
  const { steps, rises, ticks, marks } = computePriceChart(spans, area, useNow())
  const axisY = chartHeight - 34
  return (
    <svg className="price-chart" viewBox={`0 0 ${width} ${chartHeight}`} role="img" aria-label={description}>
      <path
        className="price-chart__axis"
        d={`M${area.left} ${axisY}H${area.right}${ticks.map(({ x, isLong }) => `M${x} ${axisY}v${isLong ? 8 : 4}`).join('')}`}
      />
      <text x={area.left} y={chartHeight - 8}>
        {formatDate(spans[0]?.from ?? '')}
      </text>
      <text x={area.right} y={chartHeight - 8} textAnchor="end">
        today
      </text>
      <path className="price-chart__rise" d={rises.map(({ x, y1, y2 }) => `M${x} ${y1}V${y2}`).join('')} />
      {[false, true].map((isOut) => (
        <path
          key={String(isOut)}
          className={isOut ? 'price-chart__step price-chart__step--out' : 'price-chart__step'}
          d={steps
            .flatMap((step) => (step.isOut === isOut ? `M${step.x1} ${step.y}H${step.x2}` : []))
            .join('')}
        />
      ))}
      {marks.map(({ x, y, text, anchor, isAbove }) => (
        <text
          key={text}
          className="price-chart__mark"
          x={x}
          y={isAbove ? y - 10 : y + 20}
          textAnchor={anchor}
        >
          {text}
        </text>
      ))}
    </svg>
  )
}
