import { useQuery } from '@tanstack/react-query'
import { parseSortKey, sortEntries } from '#features/collection/sort.ts'
import { collectionText } from '#features/collection/texts-and-limits.ts'
import { collectionQuery } from '#features/collection/web/queries.ts'
import { useHaul } from '#features/haul/web/haul-edits.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { LookSwitch } from '#features/visitor/web/look/LookSwitch.tsx'
import { watchText } from '#features/watches/texts-and-limits.ts'
import { noticesQuery, watchesQuery } from '#features/watches/web/queries.ts'
import { paths } from '#shared/paths.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import './CollectionPage.css'
import { CollectionSkeleton } from './CollectionSkeleton.tsx'
import { CollectionSortSelect } from './CollectionSortSelect.tsx'
import { countRows, joinRows } from './collection-rows.ts'
import { WatchedItems } from './WatchedItems.tsx'
import { WatchNotices } from './WatchNotices.tsx'

/** §2 My Collection. RequireUser around it admits members only. */
export default function CollectionPage() {
  const { user } = useSession()
  return (
    <>
      <PageHead title="My Collection" description="The items you have saved." isIndexed={false} />
      <div className="wrap collection">{user && <Collection userId={user.id} />}</div>
    </>
  )
}

/** Contains the haul planner, so it loads in parallel with the data. */
const loadLists = async () => (await import('./CollectionLists.tsx')).CollectionLists

/** Saved items and the haul as one list (060). */
function Collection({ userId }: { userId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(collectionQuery(useApiClient(), userId))
  const order = parseSortKey(useSearchParams())
  const watched = useWatched(userId)
  const haul = useHaul()
  const Lists = useLazyComponent(loadLists, true)
  // Notices and watches are above and below the items: all load before any is shown, so that nothing moves.
  const entries = watched.isSettled && Lists ? data?.data.productCollection : undefined
  const rows = entries && joinRows(sortEntries(entries, order), haul.items)
  const count = entries ? countRows(entries, haul.items) : 0
  return (
    <>
      <div className="collection__head">
        <h1 tabIndex={-1}>
          <span>{'My Collection '}</span>
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </h1>
        {count > 0 && (
          <div className="collection__tools">
            <LookSwitch />
            {count > 1 && <CollectionSortSelect order={order} />}
          </div>
        )}
      </div>
      {entries && rows && Lists ? (
        <>
          {watched.notices.length > 0 && <WatchNotices userId={userId} notices={watched.notices} />}
          {count > 0 ? (
            <Lists haul={haul} entries={entries} inHaul={rows.inHaul} forLater={rows.forLater} />
          ) : (
            <EmptyCollection />
          )}
          {watched.watches.length > 0 && <WatchedItems watches={watched.watches} />}
          {watched.hasFailed && <Callout variant="warn" title={watchText.notLoaded} />}
        </>
      ) : isError ? (
        <NotLoaded isBusy={isFetching} onRetry={() => refetch()} />
      ) : (
        <CollectionSkeleton />
      )}
    </>
  )
}

/** Watches and notices. When they fail to load, the collection is shown without them, with a message. */
function useWatched(userId: string) {
  const send = useApiClient()
  const [notices, watches] = [useQuery(noticesQuery(send, userId)), useQuery(watchesQuery(send, userId))]
  return {
    isSettled: !notices.isPending && !watches.isPending,
    hasFailed: notices.isError || watches.isError,
    notices: notices.data?.data ?? [],
    watches: watches.data?.data ?? [],
  }
}

type NotLoadedProps = { isBusy: boolean; onRetry: () => void }

function NotLoaded({ isBusy, onRetry }: NotLoadedProps) {
  return (
    <Callout
      variant="bad"
      title="We couldn't load your collection"
      role="alert"
      className="collection__failed"
    >
      <span>Your items are safe. Please try again.</span>
      <button type="button" className="btn" aria-busy={isBusy || undefined} onClick={onRetry}>
        Try Again
      </button>
    </Callout>
  )
}

/** Shown when neither the collection nor the haul has items. */
function EmptyCollection() {
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
