import { OneMore } from '#features/haul/web/plan/OneMore.tsx'
import type { ShippingWay } from '#features/haul/web/plan/shipping-ways.ts'
import type { PlanResult } from '#features/haul/web/plan-messages.ts'
import type { PlanState } from '#features/haul/web/use-plan.ts'
import { DutyNote } from '#features/shipping/web/results/DutyNote.tsx'
import { HaulReceipt } from './HaulReceipt.tsx'

type PlanDetailsProps = { planState: PlanState; way: ShippingWay }

/** The receipt of the chosen way, and what one more item adds to it. */
export function PlanDetails({ planState: { result, added, haul, rates }, way }: PlanDetailsProps) {
  if (!result) return null
  return (
    <>
      {way.total !== null && <HaulReceipt haul={haul} result={result} way={way} rates={rates} />}
      {way.total !== null && <OneMore added={added} result={result} wayKey={way.key} />}
    </>
  )
}

/** How exact the plan is, and the duty and tax that it does not include. */
export function PlanNotes({ destination, result: { plan } }: { destination: string; result: PlanResult }) {
  return (
    <div className="haul__notes">
      <p>
        {`${
          plan.isExact
            ? 'We compared every possible split.'
            : "With so many pieces we can't compare every split; a cheaper one may exist."
        } Box sizes are estimates; real boxes may be larger. The final price depends on what your agent weighs.`}
      </p>
      <details className="haul__duty">
        <summary>Duty and tax</summary>
        <DutyNote destination={destination} />
      </details>
    </div>
  )
}
