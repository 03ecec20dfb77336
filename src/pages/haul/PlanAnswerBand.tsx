import { Check, ChevronDown, Pencil } from 'lucide-react'
import { countPieces } from '#features/haul/haul.ts'
import { formatItemCount } from '#features/haul/haul-text.ts'
import { describeWaySaving, type ShippingWay } from '#features/haul/web/plan/shipping-ways.ts'
import type { PlanResult } from '#features/haul/web/plan-messages.ts'
import type { PlanState } from '#features/haul/web/use-plan.ts'
import { Money } from '#features/shipping/web/Money.tsx'
import './PlanAnswerBand.css'

/** The collapsible sections below the band, and whether each is open. */
export type PanelState = {
  isEditing: boolean
  /** Undefined while the list must stay open. */
  onEdit: ((isEditing: boolean) => void) | undefined
  isShowingWays: boolean
  onShowWays: (isShowingWays: boolean) => void
}

type PlanAnswerBandProps = PanelState & { result: PlanResult; planState: PlanState; cheapest: ShippingWay }

/**
 * The cheapest way in one line, fixed below the header while the list changes, and the buttons that open the
 * details.
 */
export function PlanAnswerBand({ result, planState, cheapest, ...panels }: PlanAnswerBandProps) {
  const { isEditing, onEdit, isShowingWays, onShowWays } = panels
  return (
    <div className="plan-answer">
      <div
        className="plan-answer__words surface-dark"
        role="status"
        aria-busy={planState.isBusy || undefined}
      >
        <h2 className="plan-answer__title" id="ways">
          <span>{`${cheapest.title}, `}</span>
          <Money units={cheapest.total ?? 0} currency={result.currency} />
        </h2>
        <p className="plan-answer__saving">
          <Check className="icon icon--s" aria-hidden />
          <span>{describeWaySaving(result)}</span>
        </p>
      </div>
      <div className="plan-answer__folds surface-dark">
        {onEdit && (
          <button
            type="button"
            className="btn plan-answer__fold"
            aria-expanded={isEditing}
            onClick={() => onEdit(!isEditing)}
          >
            <Pencil className="icon icon--s" aria-hidden />
            <span>{`Edit ${formatItemCount(countPieces(planState.haul.items))}`}</span>
          </button>
        )}
        <button
          type="button"
          className="btn plan-answer__fold"
          aria-expanded={isShowingWays}
          onClick={() => onShowWays(!isShowingWays)}
        >
          Ways to send it
          <ChevronDown className="icon icon--s" aria-hidden />
        </button>
      </div>
    </div>
  )
}
