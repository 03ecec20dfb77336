import type { CurrencyEnum } from '#features/freight/option.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import type { AddedItemCost } from '../../added-item-cost.ts'
import type { PlanResult } from '../plan-messages.ts'
import { describeFreeWeight, formatAddedCost } from './describe-plan.ts'
import type { ShippingWayKey } from './shipping-ways.ts'
import './OneMore.css'

type OneMoreProps = {
  added: readonly AddedItemCost[] | undefined
  result: PlanResult
  wayKey: ShippingWayKey
}

/** The added cost of another item for the chosen way to ship. */
export function OneMore({ added, result: { plan, currency }, wayKey }: OneMoreProps) {
  const isSingle = wayKey === 'single' || plan.split.length === 1
  const free = isSingle ? describeFreeWeight(plan.single) : undefined
  return (
    <section className="panel" aria-labelledby="one-more">
      <h2 className="panel__title" id="one-more">
        Cost of one more item
      </h2>
      {added ? (
        <ul className="one-more">
          {added.map((item) => (
            <li key={item.name}>
              <span>{`${item.name}, ${formatNumber(item.grams)} g`}</span>
              <AddedAmount units={item[wayKey]} currency={currency} />
            </li>
          ))}
        </ul>
      ) : (
        <OneMoreSkeleton />
      )}
      {free && <p className="one-more__free">{free}</p>}
    </section>
  )
}

function AddedAmount({ units, currency }: { units: number | null; currency: CurrencyEnum }) {
  if (units === null) return <span>can't be shipped this way</span>
  return <b className={units <= 0 ? 'one-more__none' : undefined}>{formatAddedCost(units, currency)}</b>
}

function OneMoreSkeleton() {
  return (
    <div className="one-more__wait" aria-hidden>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  )
}
