import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import type { Haul } from '#features/haul/haul.ts'
import { ShareHaul } from '#features/haul/web/list/ShareHaul.tsx'
import { describePlan } from '#features/haul/web/plan/describe-plan.ts'
import { LeftOutNote } from '#features/haul/web/plan/LeftOutNote.tsx'
import { OneMore } from '#features/haul/web/plan/OneMore.tsx'
import type { PlanAnswer } from '#features/haul/web/plan-messages.ts'
import type { PlanState } from '#features/haul/web/use-plan.ts'
import { shippingText } from '#features/shipping/spec.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { HaulReceipt } from './HaulReceipt.tsx'
import { PlanComparison } from './PlanComparison.tsx'
import './PlanResults.css'

type PlanResultsProps = { haul: Haul; planned: PlanState }

/** What the haul costs, or what is missing for a price. The last answer stays until the next one. */
export function PlanResults({ haul, planned }: PlanResultsProps) {
  const { answer, added, isBusy, isFailed, rates, retry } = planned
  if (haul.items.length === 0) return null
  const missing = findMissingInput(haul)
  const isWaiting = !missing && !isFailed && !answer
  return (
    <>
      {/* The first answer does not move what is shown already. */}
      <div key={answer ? 'answer' : 'before'} className="haul__res" aria-busy={isBusy || undefined}>
        <p className="visually-hidden" role="status">
          {answer && !isBusy ? describePlan(answer) : ''}
        </p>
        {missing && <MissingInput {...missing} />}
        {isFailed && (
          <Callout look="bad" title="The plan could not be made" role="alert">
            <span>The list stays as it is.</span>
            <button type="button" className="btn" onClick={retry}>
              Try Again
            </button>
          </Callout>
        )}
        {isWaiting && <ResultSkeleton />}
        {answer && <PlanWarning haul={planned.haul} answer={answer} />}
        {answer && answer.plan.split.length > 0 && (
          <>
            <OneMore added={added} answer={answer} />
            <HaulReceipt haul={planned.haul} answer={answer} rates={rates} />
          </>
        )}
        {!isWaiting && <ShareHaul haul={haul} />}
      </div>
      {answer && answer.plan.split.length > 0 && <PlanComparison haul={planned.haul} answer={answer} />}
    </>
  )
}

type MissingInputProps = { title: string; text: string }

function findMissingInput({ destination, items }: Haul): MissingInputProps | undefined {
  if (items.every(({ grams }) => grams === null))
    return { title: 'What do the items weigh?', text: 'With the weight of one item the plan can begin.' }
  if (destination === '')
    return { title: 'Where does it go?', text: 'Choose a destination, and the plan appears here.' }
  return undefined
}

function MissingInput({ title, text }: MissingInputProps) {
  return (
    <section className="panel">
      <h2 className="panel__title">{title}</h2>
      <p className="small muted">{text}</p>
    </section>
  )
}

/** Missing lines, and pieces that no line takes. */
function PlanWarning({ haul, answer: { plan } }: { haul: Haul; answer: PlanAnswer }) {
  const country = useQuery(countryNameQuery(haul.destination)).data ?? haul.destination
  if (plan.lines.all === 0) {
    return (
      <Callout look="warn" title={shippingText.empty}>
        <span>No line of the rate card goes to {country}. Try another destination.</span>
      </Callout>
    )
  }
  if (plan.lines.inTime === 0) {
    return (
      <Callout look="warn" title={`No line to ${country} arrives within ${haul.within} days`}>
        <span>Give it more days, or any time.</span>
      </Callout>
    )
  }
  return plan.leftOut.length > 0 ? <LeftOutNote haul={haul} leftOut={plan.leftOut} country={country} /> : null
}

function ResultSkeleton() {
  return (
    <div className="panel haul__res-wait" aria-hidden>
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  )
}
