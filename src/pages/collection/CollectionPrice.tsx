import { useMemo } from 'react'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { formatApproximate } from '#features/freight/approximate.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import { type Haul, haulLimits } from '#features/haul/haul.ts'
import { useHaul } from '#features/haul/web/haul-edits.ts'
import { createItemFromEntry } from '#features/haul/web/list/haul-item.ts'
import { getSplitTotal } from '#features/haul/web/plan/describe-plan.ts'
import {
  formatParcelCount,
  formatSmallCount,
  formatTransitSpan,
} from '#features/haul/web/plan/format-haul.ts'
import type { PlanAnswer } from '#features/haul/web/plan-messages.ts'
import { type PlanState, usePlan } from '#features/haul/web/use-plan.ts'
import { Money } from '#features/shipping/web/Money.tsx'
import {
  openShipTo,
  useIsShipToPending,
  useNamedShipTo,
  useShownCurrency,
} from '#features/shipping/web/use-ship-to.ts'
import { paths } from '#shared/paths.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'

type Entries = { entries: readonly CollectionEntry[] }

/** One piece of each item with shipping: the planner's own answer, with the planner's days and packing. */
export function CollectionPrice({ entries }: Entries) {
  const planner = useHaul()
  const { packing, within, destination } = planner
  const haul = useMemo(
    () => toHaul({ packing, within, destination }, entries),
    [packing, within, destination, entries],
  )
  const planned = usePlan(haul, 'CNY')
  const country = useNamedShipTo()
  return (
    <div className="collection-sum__body" aria-busy={planned.isBusy || undefined}>
      <h2 className="label" id="collection-sum">
        {describeItems(haul.items, entries.length)}
        {country && ` with shipping to ${country.name}`}
      </h2>
      <Sum planned={planned} haul={haul} country={country?.name} />
      <div className="collection-sum__acts">
        <a className="primary-button" href={paths.haulOfCollection()}>
          Plan the haul
        </a>
        {country && (
          <button type="button" className="textbtn" aria-haspopup="dialog" onClick={() => openShipTo()}>
            Change country
          </button>
        )}
      </div>
    </div>
  )
}

function toHaul(settings: Omit<Haul, 'items'>, entries: Entries['entries']): Haul {
  const items = entries.slice(0, haulLimits.items).map((entry, id) => ({ ...createItemFromEntry(entry), id }))
  return { ...settings, items }
}

/** 'All six', 'Your item', 'The newest 40'; 'Known so far' where a weight or price is missing. */
function describeItems(items: Haul['items'], all: number): string {
  if (items.some(({ grams, price }) => grams === null || price === null)) return 'Known so far'
  if (items.length < all) return `The newest ${items.length}`
  return all === 1 ? 'Your item' : `All ${formatSmallCount(all)}`
}

type SumProps = { planned: PlanState; haul: Haul; country: string | undefined }

function Sum({ planned, haul, country }: SumProps) {
  const { answer, isFailed, retry } = planned
  const isPending = useIsShipToPending()
  if (haul.items.every(({ grams }) => grams === null)) {
    return (
      <>
        <p className="collection-sum__say">We don't know what these items weigh yet.</p>
        <p>Add their weights in the haul planner.</p>
      </>
    )
  }
  if (isPending) return <Skeleton className="collection-sum__waiting" />
  if (country === undefined) {
    return (
      <>
        <p className="collection-sum__say">What shipping costs depends on the country.</p>
        <p>
          <button type="button" className="btn" aria-haspopup="dialog" onClick={() => openShipTo()}>
            Choose a country
          </button>
        </p>
      </>
    )
  }
  if (isFailed) {
    return (
      <>
        <p role="alert">Failed to fetch data!</p>
        <p>
          <button type="button" className="btn" onClick={retry}>
            Try Again
          </button>
        </p>
      </>
    )
  }
  if (!answer) return <Skeleton className="collection-sum__waiting" />
  if (answer.plan.split.length === 0) {
    return (
      <p className="collection-sum__say">
        {answer.plan.lines.all === 0
          ? `No shipping line goes to ${country} yet.`
          : `No shipping line to ${country} takes these items.`}
      </p>
    )
  }
  return <Total planned={planned} answer={answer} haul={haul} />
}

type TotalProps = { planned: PlanState; answer: PlanAnswer; haul: Haul }

function Total({ planned: { rates }, answer, haul }: TotalProps) {
  const { plan, goods, currency } = answer
  const wanted = useShownCurrency()
  const shipping = getSplitTotal(answer)
  const total = shipping + (goods ?? 0)
  const span = formatTransitSpan(plan.split.map(({ option }) => option))
  const missing = describeMissing(haul, answer)
  return (
    <>
      <p className="collection-sum__price">
        <Money units={total} currency={currency} />
        <span>{formatApproximate(total, currency.code, wanted, rates)}</span>
      </p>
      <p className="collection-sum__parts">
        {goods !== null && `Goods ${formatMoney(goods, currency)} + `}
        shipping {formatMoney(shipping, currency)} in {formatParcelCount(plan.split.length)}
        {span && `, ${span}`}
      </p>
      <p className="small muted">
        {missing && `${missing} `}Same price as in the planner. Final price depends on the packed parcels.
      </p>
    </>
  )
}

/** What the price does not hold. */
function describeMissing({ items }: Haul, { plan }: PlanAnswer): string {
  const known = [
    ['weight', items.filter(({ grams }) => grams !== null).length],
    ['price', items.filter(({ price }) => price !== null).length],
  ] as const
  const parts = known.flatMap(([what, count]) => (count < items.length ? `the ${what} of ${count}` : []))
  return [
    parts.length > 0 ? `We know ${parts.join(' and ')} of ${items.length} items.` : '',
    plan.leftOut.length > 0 ? `No line takes ${plan.leftOut.length} of them.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
