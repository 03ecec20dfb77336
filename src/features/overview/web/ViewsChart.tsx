import { useId } from 'react'
import { formatNumber } from '#shared/format/format-number.ts'
import './ViewsChart.css'
import {
  computeTicks,
  type DayViews,
  describeChart,
  findPeak,
  formatDay,
  isMonday,
  isWeekend,
} from './views-chart-scale.ts'

type ChartFrame = { width: number; height: number; left: number; right: number; top: number; bottom: number }

const wide: ChartFrame = { width: 680, height: 330, left: 44, right: 676, top: 67, bottom: 296 }
const narrow: ChartFrame = { width: 328, height: 200, left: 34, right: 324, top: 49, bottom: 166 }

/** The width of a date such as '23 Nov', in units of the frame. */
const dateWidth = 40

/** Views by day as bars, with a long tick per week; as a table for screen readers. */
export function ViewsChart({ views }: { views: DayViews[] }) {
  return (
    <div className="views">
      <Bars views={views} frame={wide} className="views__wide" />
      <Bars views={views} frame={narrow} className="views__narrow" />
      <p className="views__key">
        <span className="views__kind">weekday</span>
        <span className="views__kind views__kind--weekend">weekend</span>
        <span className="views__kind views__kind--today">today so far</span>
        <span>days are UTC</span>
      </p>
      <ViewsTable views={views} />
    </div>
  )
}

type BarsProps = { views: DayViews[]; frame: ChartFrame; className: string }

function Bars({ views, frame, className }: BarsProps) {
  const hatch = useId()
  const { left, right, top, bottom } = frame
  const peak = findPeak(views)
  const highest = peak?.views ?? 0
  const step = (right - left) / views.length
  const getHeight = (count: number) => (highest === 0 ? 0 : ((bottom - top) * count) / highest)
  return (
    <svg className={className} viewBox={`0 0 ${frame.width} ${frame.height}`} role="img">
      <title>{describeChart(views)}</title>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="views__hatch" d="M0 0v6" />
        </pattern>
      </defs>
      {computeTicks(highest).map((line) => (
        <g key={line}>
          <path className="views__line" d={`M${left} ${bottom - getHeight(line)}H${right}`} />
          <text x={left - 8} y={bottom - getHeight(line) + 4} textAnchor="end">
            {formatNumber(line)}
          </text>
        </g>
      ))}
      {views.map(({ day, views: count }, index) => (
        <Bar
          key={day}
          day={day}
          count={count}
          x={left + step * index}
          step={step}
          bottom={bottom}
          height={getHeight(count)}
          hasDate={isMonday(day) && left + step * index + dateWidth <= frame.width}
          fill={index === views.length - 1 ? `url(#${hatch})` : undefined}
        />
      ))}
      <path className="views__axis" d={`M${left} ${bottom}H${right}`} />
      {peak && (
        <Pin peak={peak} x={left + step * (views.indexOf(peak) + 0.5)} top={top} width={frame.width} />
      )}
    </svg>
  )
}

type BarProps = {
  day: string
  count: number
  x: number
  step: number
  bottom: number
  height: number
  /** True when a week begins and there is room for the date. */
  hasDate: boolean
  /** The fill of today's bar, which is still growing. */
  fill: string | undefined
}

/** A day's bar with its tick, and the date if a week begins. */
function Bar({ day, count, x, step, bottom, height, hasDate, fill }: BarProps) {
  const kind = fill ? 'views__bar--today' : isWeekend(day) ? 'views__bar--weekend' : ''
  return (
    <>
      <rect
        className={`views__bar ${kind}`}
        x={x + step * 0.14}
        y={bottom - height}
        width={step * 0.72}
        height={height}
        fill={fill}
      >
        <title>{`${formatDay(day)}: ${formatNumber(count)} ${count === 1 ? 'view' : 'views'}`}</title>
      </rect>
      <path className="views__axis" d={`M${x} ${bottom}v${isMonday(day) ? 10 : 5}`} />
      {hasDate && (
        <text x={x} y={bottom + 25}>
          {formatDay(day)}
        </text>
      )}
    </>
  )
}

type PinProps = { peak: DayViews; x: number; top: number; width: number }

/** Labels the highest day, on the side that has room. */
function Pin({ peak, x, top, width }: PinProps) {
  const isRight = x > width - 120
  const side = isRight ? -1 : 1
  return (
    <>
      <path className="views__pin" d={`M${x} ${top - 4}v-12h${10 * side}`} />
      <text className="views__peak" x={x + 14 * side} y={top - 12} textAnchor={isRight ? 'end' : 'start'}>
        {`${formatNumber(peak.views)} on ${formatDay(peak.day)}`}
      </text>
    </>
  )
}

function ViewsTable({ views }: { views: DayViews[] }) {
  return (
    // The wrapper hides the table: a table ignores a size smaller than its rows.
    <div className="visually-hidden">
      <table>
        <caption>Views by day (UTC)</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Views</th>
          </tr>
        </thead>
        <tbody>
          {views.map(({ day, views: count }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
