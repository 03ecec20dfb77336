import { OneMore } from '#features/haul/web/plan/OneMore.tsx'
import type { Way } from '#features/haul/web/plan/ways.ts'
import type { PlanAnswer } from '#features/haul/web/plan-messages.ts'
import type { PlanState } from '#features/haul/web/use-plan.ts'
import { DutyNote } from '#features/shipping/web/results/DutyNote.tsx'
import { HaulReceipt } from './HaulReceipt.tsx'

type PlanDetailsProps = { planned: PlanState; way: Way }

/** The receipt of the picked way, and what one more item adds to it. */
export function PlanDetails({ planned: { answer, added, haul, rates }, way }: PlanDetailsProps) {
  if (!answer) return null
  return (
    <>
      {way.total !== null && <HaulReceipt haul={haul} answer={answer} way={way} rates={rates} />}
      {way.total !== null && <OneMore added={added} answer={answer} wayKey={way.key} />}
    </>
  )
}

/** How sure the plan is, and what comes on top of it. */
export function PlanNotes({ destination, answer: { plan } }: { destination: string; answer: PlanAnswer }) {
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
