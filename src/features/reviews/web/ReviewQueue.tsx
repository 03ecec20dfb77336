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

/** Reviews to be moderated one after the other: the oldest is open, the others wait. */
export function ReviewQueue({ queue }: { queue: Queue }) {
  const { waiting, error, canUndo, undo } = queue
  const [first, ...others] = waiting ?? []
  const { box, note } = useKeptFocus()
  function moderate(review: Review, decision: Decision) {
    note(decision)
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
    <div ref={box}>
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
      {others.length > 0 && <WaitingReviews reviews={others} onModerate={moderate} />}
    </div>
  )
}

/** A decision's button disappears with its review: the same button of the next review takes the focus. */
function useKeptFocus() {
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ decision: Decision; place: number }>(undefined)
  const findButtons = (decision: Decision) =>
    Array.from(box.current?.querySelectorAll<HTMLElement>(`[data-decision="${decision}"]`) ?? [])
  useEffect(() => {
    const { current: last } = pressed
    pressed.current = undefined
    if (!last || document.activeElement !== document.body) return
    const buttons = findButtons(last.decision)
    const next = buttons[Math.min(last.place, buttons.length - 1)] ?? box.current?.querySelector('button')
    next?.focus()
  })
  return {
    box,
    note(decision: Decision): void {
      const { activeElement: at } = document
      const place = at instanceof HTMLElement ? findButtons(decision).indexOf(at) : -1
      pressed.current = place < 0 ? undefined : { decision, place }
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
