import type { ReactNode } from 'react'
import { formatMoney } from '#features/freight/format-money.ts'
import { countPieces, getNetGrams, type Haul } from '#features/haul/haul.ts'
import { formatItemCount } from '#features/haul/haul-text.ts'
import { formatParcelCount, formatTransitSpan } from '#features/haul/web/plan/format-haul.ts'
import { getTotalWithShipping } from '#features/haul/web/tray/describe-tray.ts'
import { useCounted } from '#features/haul/web/tray/use-counted.ts'
import type { PlanState } from '#features/haul/web/use-plan.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { useNamedShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { paths } from '#shared/paths.ts'
import './HaulTotal.css'

type HaulTotalProps = { haul: Haul; planned: PlanState }

/** The total of the haul, the same as in the tray and the planner. It is the only total on the page. */
export function HaulTotal({ haul, planned }: HaulTotalProps) {
  return (
    <section
      className="haul-total surface-dark"
      aria-labelledby="haul-total"
      aria-busy={planned.isBusy || undefined}
    >
      <h2 id="haul-total" className="visually-hidden">
        The haul
      </h2>
      <div className="haul-total__words">
        <TotalText haul={haul} planned={planned} />
      </div>
      <span className="haul-total__scale" aria-hidden>
        <span className="scale-display">
          <span>{`${formatNumber(getNetGrams(haul.items))} `}</span>
          <small>g net</small>
        </span>
      </span>
      <a className="primary-button" href={paths.haul()}>
        Plan the haul
      </a>
      <p className="visually-hidden" role="status">
        {describeTotal(planned)}
      </p>
    </section>
  )
}

/** The price, or the reason why there is none. */
function TotalText({ haul: { items }, planned }: HaulTotalProps) {
  const country = useNamedShipTo()
  const { result, isFailed, retry } = planned
  const itemCount = formatItemCount(countPieces(items))
  if (items.length === 0)
    return <MissingTotal title="Nothing in the haul yet">Add items below to see a total.</MissingTotal>
  if (items.every(({ grams }) => grams === null)) {
    return <MissingTotal title={itemCount}>We don't know what these items weigh yet.</MissingTotal>
  }
  if (!country) {
    return (
      <MissingTotal title={itemCount}>
        <button type="button" className="textbtn" aria-haspopup="dialog" onClick={() => openShipTo()}>
          Choose a country to see the price
        </button>
      </MissingTotal>
    )
  }
  if (isFailed) {
    return (
      <MissingTotal title={itemCount}>
        <span role="alert">Failed to fetch data!</span>{' '}
        <button type="button" className="textbtn" onClick={retry}>
          Try Again
        </button>
      </MissingTotal>
    )
  }
  if (!result) return <MissingTotal title={itemCount}>Finding the cheapest way…</MissingTotal>
  if (result.plan.split.length === 0) {
    return (
      <MissingTotal title={itemCount}>
        {result.plan.lines.all === 0
          ? `No shipping line goes to ${country.name} yet.`
          : `No shipping line to ${country.name} takes these items.`}
      </MissingTotal>
    )
  }
  return <Total haul={planned.haul} planned={planned} country={country.name} />
}

function MissingTotal({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="haul-total__sum">
        <b>{title}</b>
      </p>
      <p className="haul-total__facts">{children}</p>
    </>
  )
}

function Total({ haul, planned: { result }, country }: HaulTotalProps & { country: string }) {
  const total = getTotalWithShipping(result) ?? 0
  const countedTotal = useCounted(total)
  const approximate = useApproximate(result?.currency.code)
  if (!result) return null
  const { plan, currency } = result
  const details = [
    formatItemCount(countPieces(haul.items)),
    formatParcelCount(plan.split.length),
    formatTransitSpan(plan.split.map(({ option }) => option)),
    ...describeMissing(haul, result.plan.leftOut.length),
  ]
  return (
    <>
      <p className="haul-total__sum">
        <b>{formatMoney(countedTotal, currency)}</b>{' '}
        <span className="haul-total__approximate">{approximate?.(total)}</span>
      </p>
      <p className="haul-total__facts">
        <span>{`With shipping to ${country}`}</span>
        <br />
        <span>{details.filter(Boolean).join(' · ')}</span>
      </p>
    </>
  )
}

/** '2 without a weight': the items that the price does not include. */
function describeMissing({ items }: Haul, leftOut: number): string[] {
  const unweighed = items.filter(({ grams }) => grams === null).length
  const unpriced = items.filter(({ priceFen }) => priceFen === null).length
  return [
    unweighed > 0 ? `${unweighed} without a weight` : '',
    unpriced > 0 ? `${unpriced} without a price` : '',
    leftOut > 0 ? `${leftOut} can't be shipped` : '',
  ]
}

/** The text for screen readers, once for each plan: '¥1528.98 with shipping, 6 items in the haul'. */
function describeTotal({ result, haul }: PlanState): string {
  const total = getTotalWithShipping(result)
  if (!result || total === undefined) return ''
  return `${formatMoney(total, result.currency)} with shipping, ${formatItemCount(countPieces(haul.items))} in the haul`
}
