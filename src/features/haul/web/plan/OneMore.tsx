import { formatNumber } from '#features/freight/describe-line-rules.ts'
import type { CurrencyEnum } from '#features/freight/option.ts'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import type { AddedItemCost } from '../../added-item-cost.ts'
import type { PlanAnswer } from '../plan-messages.ts'
import { describeFreeWeight, formatAddedCost } from './describe-plan.ts'
import './OneMore.css'

type OneMoreProps = { added: readonly AddedItemCost[] | undefined; answer: PlanAnswer }

/** What another item costs, in one parcel and in the split. */
export function OneMore({ added, answer: { plan, currency } }: OneMoreProps) {
  const free = describeFreeWeight(plan.single)
  return (
    <section className="panel" aria-labelledby="one-more">
      <h2 className="panel__title" id="one-more">
        One more item adds
      </h2>
      <table className="one-more" aria-labelledby="one-more">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Item</span>
            </th>
            <th scope="col">one parcel</th>
            <th scope="col">split</th>
          </tr>
        </thead>
        <tbody>
          {added?.map(({ name, grams, single, split }) => (
            <tr key={name}>
              <th scope="row">
                {name}, {formatNumber(grams)} g
              </th>
              <AddedAmount units={single} currency={currency} />
              <AddedAmount units={split} currency={currency} />
            </tr>
          ))}
        </tbody>
      </table>
      {!added && <OneMoreSkeleton />}
      {free && <p className="one-more__free">{free}</p>}
    </section>
  )
}

function AddedAmount({ units, currency }: { units: number | null; currency: CurrencyEnum }) {
  if (units === null) {
    return (
      <td>
        <span aria-hidden>–</span>
        <span className="visually-hidden">cannot be sent so</span>
      </td>
    )
  }
  return <td className={units <= 0 ? 'one-more__none' : undefined}>{formatAddedCost(units, currency)}</td>
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
