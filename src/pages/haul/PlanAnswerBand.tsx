import { Check } from 'lucide-react'
import { describeWaySaving, type Way } from '#features/haul/web/plan/ways.ts'
import type { PlanAnswer } from '#features/haul/web/plan-messages.ts'
import { Money } from '#features/shipping/web/Money.tsx'
import './PlanAnswerBand.css'

type PlanAnswerBandProps = { answer: PlanAnswer; cheapest: Way; isBusy: boolean }

/** The answer in one line, which stays under the header while the list is changed. */
export function PlanAnswerBand({ answer, cheapest, isBusy }: PlanAnswerBandProps) {
  return (
    <div className="plan-answer" role="status" aria-busy={isBusy || undefined}>
      <h2 className="plan-answer__title" id="ways">
        {cheapest.title}, <Money units={cheapest.total ?? 0} currency={answer.currency} />
      </h2>
      <p className="plan-answer__saving">
        <Check className="icon icon--s" aria-hidden />
        {describeWaySaving(answer)}
      </p>
    </div>
  )
}
