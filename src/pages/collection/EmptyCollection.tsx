import { collectionText } from '#features/collection/texts-and-limits.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'

/** Shown when neither the collection nor the haul has items. */
export function EmptyCollection() {
  return (
    <EmptyState
      title={collectionText.empty}
      text="Save an item for later, or add it to the haul. Both end up here."
      drawing={<path d="M30 34h40v60h-40zM80 34h40v60h-40zM130 34h40v60h-40z" />}
    >
      <a className="btn btn--brand" href={paths.popular()}>
        Popular
      </a>
    </EmptyState>
  )
}
