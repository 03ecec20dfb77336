import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'

/** A placeholder in the size of the screen, until the first plan is ready. */
export function PlannerSkeleton() {
  return (
    <div className="haul" aria-busy="true">
      <p className="visually-hidden">Loading the planner</p>
      <div className="haul__list haul__list--waiting" aria-hidden>
        {['answer', 'first', 'second', 'third'].map((row) => (
          <div key={row} className="haul__wait">
            <Skeleton shape="square" />
            <Skeleton />
          </div>
        ))}
      </div>
    </div>
  )
}
