import type { ReactElement } from 'react'
import type { ModeratedList } from '#features/moderation/web/moderated-list.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { ListError } from '#shared/web/ui/feedback/ListStates.tsx'
import { KeyList, type KeyWords } from '#shared/web/ui/lists/KeyList.tsx'

type ModerationPageProps<R> = {
  title: string
  list: ModeratedList<R>
  /** A number of rows as text. */
  count: (total: number) => string
  filters: (summary: string) => ReactElement
  /** What each key does. */
  keys: KeyWords
  /** Shown while loading. */
  loading: ReactElement
  children: (rows: readonly R[]) => ReactElement
}

/** A list of the dashboard that admins moderate, below its filters. */
export function ModerationPage<R>({
  title,
  list,
  count,
  filters,
  keys,
  loading,
  children,
}: ModerationPageProps<R>) {
  const { rows, total, isOutdated, error, retry, isFetching } = list
  return (
    <>
      <PageHead title={title} description="The dashboard of the site." isIndexed={false} />
      <div className="dashboard__head">
        <h1>{title}</h1>
      </div>
      {filters(rows && !isOutdated ? count(total) : '')}
      {!error && rows?.length !== 0 && <KeyList keys={keys} />}
      {error ? (
        <ListError error={error} onRetry={retry} isBusy={isFetching} />
      ) : rows ? (
        children(rows)
      ) : (
        loading
      )}
    </>
  )
}
