import { useQuery } from '@tanstack/react-query'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import type { Haul } from '#features/haul/haul.ts'
import { LeftOutNote } from '#features/haul/web/plan/LeftOutNote.tsx'
import type { ShippingWay, ShippingWayKey } from '#features/haul/web/plan/shipping-ways.ts'
import type { PlanResult } from '#features/haul/web/plan-messages.ts'
import type { PlanState } from '#features/haul/web/use-plan.ts'
import { shippingText } from '#features/shipping/texts.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { type PanelState, PlanAnswerBand } from './PlanAnswerBand.tsx'
import { PlanWays } from './PlanWays.tsx'
import './PlanResults.css'

type PlanResultsProps = PanelState & {
  haul: Haul
  planState: PlanState
  ways: readonly ShippingWay[]
  selectedWay: ShippingWay | undefined
  onSelect: (key: ShippingWayKey) => void
}

/** What the haul costs, or what is missing for a price. The last plan stays visible until the next one. */
export function PlanResults({ haul, planState, ways, selectedWay, onSelect, ...panels }: PlanResultsProps) {
  const { result, isFailed, retry } = planState
  const missingInput = findMissingInput(haul)
  const [cheapest] = ways
  return (
    <div className="haul__results">
      {isFailed && (
        <Callout variant="bad" title="We couldn't plan this haul" role="alert">
          <span>Your list hasn't changed.</span>
          <button type="button" className="btn" onClick={retry}>
            Try Again
          </button>
        </Callout>
      )}
      {missingInput && <MissingInput {...missingInput} />}
      {!missingInput && !isFailed && !result && <Skeleton className="haul__waiting" />}
      {result && <PlanWarning haul={planState.haul} result={result} />}
      {result && cheapest && selectedWay && (
        <>
          <PlanAnswerBand result={result} planState={planState} cheapest={cheapest} {...panels} />
          {panels.isShowingWays && (
            <PlanWays
              haul={planState.haul}
              result={result}
              ways={ways}
              selectedWay={selectedWay}
              onSelect={onSelect}
            />
          )}
        </>
      )}
    </div>
  )
}

type MissingInputProps = { title: string; text: string }

/** The input that a plan still needs; undefined when it is complete. */
export function findMissingInput({ destination, items }: Haul): MissingInputProps | undefined {
  if (items.every(({ grams }) => grams === null))
    return { title: 'What do the items weigh?', text: 'Add the weight of at least one item to get a plan.' }
  if (destination === '') return { title: 'No destination yet', text: 'The plan comes with it.' }
  return undefined
}

function MissingInput({ title, text }: MissingInputProps) {
  return (
    <section className="panel" role="status">
      <h2 className="panel__title">{title}</h2>
      <p className="small muted">{text}</p>
    </section>
  )
}

/** Warns of missing lines, and of pieces that no line takes. */
function PlanWarning({ haul, result: { plan } }: { haul: Haul; result: PlanResult }) {
  const country = useQuery(countryNameQuery(haul.destination)).data ?? haul.destination
  if (plan.lines.all === 0) {
    return (
      <Callout variant="warn" title={shippingText.empty}>
        <span>{`No shipping line goes to ${country} yet. Try another destination.`}</span>
      </Callout>
    )
  }
  if (plan.lines.inTime === 0) {
    return (
      <Callout variant="warn" title={`No line reaches ${country} within ${haul.withinDays} days`}>
        <span>Choose a longer delivery time.</span>
      </Callout>
    )
  }
  return plan.leftOut.length > 0 ? <LeftOutNote haul={haul} leftOut={plan.leftOut} country={country} /> : null
}
