import { useQuery } from '@tanstack/react-query'
import { collectionQuery } from '#features/collection/web/queries.ts'
import { useHaul } from '#features/haul/web/haul-edits.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { countRows } from './collection-rows.ts'

type CollectionCountProps = {
  className: string
  /** Without it the count is shown only once another part of the page has loaded the collection. */
  shouldFetch?: boolean
}

/** The count in the heading of My Collection, as text beside a link to it; nothing while it is unknown or 0. */
export function CollectionCount({ className, shouldFetch = false }: CollectionCountProps) {
  const userId = useSession().user?.id
  const haul = useHaul()
  const { data } = useQuery({
    ...collectionQuery(useApiClient(), userId ?? ''),
    enabled: shouldFetch && userId !== undefined,
  })
  const count = data ? countRows(data.data.productCollection, haul.items) : 0
  return count > 0 && <span className={className}>{` ${count}`}</span>
}
