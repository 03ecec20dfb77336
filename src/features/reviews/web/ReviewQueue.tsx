import { useEffect, useRef } from 'react'
import { useKeyboardShortcuts } from '#shared/web/keyboard-shortcuts.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { ListError } from '#shared/web/ui/feedback/ListStates.tsx'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import type { Review } from '../contract.ts'
import './ReviewQueue.css'
import { ModerationCard, UndoLast } from './ModerationCard.tsx'
import type { Decision, ReviewQueueState as Queue } from './review-queue.ts'
import { WaitingReviews } from './WaitingReviews.tsx'

/** Moderates reviews one after the other: the oldest is open, the others wait. */
export function ReviewQueue({ queue }: { queue: Queue }) {
  const { waiting, error, canUndo, undo } = queue
  const [first, ...waitingReviews] = waiting ?? []
  const { container, rememberDecision } = useDecisionFocus()
  function moderate(review: Review, decision: Decision) {
    rememberDecision(decision)
    queue.moderate(review, decision)
  }
  useKeyboardShortcuts({
    a: () => first && moderate(first, 'approved'),
    d: () => first && moderate(first, 'denied'),
    z: undo,
  })
  if (error) return <ListError error={error} onRetry={queue.retry} isBusy={queue.isFetching} />
  if (!waiting) return <ModerationCardSkeleton />
  return (
    <div ref={container}>
      {first ? (
        <ModerationCard
          review={first}
          onModerate={(decision) => moderate(first, decision)}
          canUndo={canUndo}
          onUndo={undo}
        />
      ) : (
        <NoneWaiting canUndo={canUndo} onUndo={undo} />
      )}
      {waitingReviews.length > 0 && <WaitingReviews reviews={waitingReviews} onModerate={moderate} />}
    </div>
  )
}

/** A clicked button is removed with its review: moves the focus to the same button of the next review. */
function useDecisionFocus() {
  const container = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ decision: Decision; index: number }>(undefined)
  const findButtons = (decision: Decision) =>
    Array.from(container.current?.querySelectorAll<HTMLElement>(`[data-decision="${decision}"]`) ?? [])
  useEffect(() => {
    const { current: lastPressed } = pressed
    pressed.current = undefined
    if (!lastPressed || document.activeElement !== document.body) return
    const buttons = findButtons(lastPressed.decision)
    const next =
      buttons[Math.min(lastPressed.index, buttons.length - 1)] ?? container.current?.querySelector('button')
    next?.focus()
  })
  return {
    container,
    rememberDecision(decision: Decision): void {
      const { activeElement } = document
      const index = activeElement instanceof HTMLElement ? findButtons(decision).indexOf(activeElement) : -1
      pressed.current = index < 0 ? undefined : { decision, index }
    },
  }
}

function NoneWaiting({ canUndo, onUndo }: { canUndo: boolean; onUndo: () => void }) {
  return (
    <EmptyState
      level={3}
      title="No reviews are waiting"
      text="New reviews appear here before they are public."
      drawing={<path d="M52 22h96v84H52zM66 40h68M66 54h68M66 68h42M64 88h34v10H64zM104 88h22v10h-22z" />}
    >
      {canUndo && <UndoLast canUndo onUndo={onUndo} />}
    </EmptyState>
  )
}

function ModerationCardSkeleton() {
  return (
    <div className="moderation-card queue-loading">
      <p className="visually-hidden" role="status">
        Loading reviews
      </p>
      <div className="moderation-card__top">
        <Skeleton shape="square" />
        <Skeleton />
        <Skeleton />
      </div>
      <Skeleton />
      <Skeleton />
    </div>
  )
}
