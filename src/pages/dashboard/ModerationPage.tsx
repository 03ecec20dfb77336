import type { ReactElement } from 'react'
import type { ModeratedList } from '#features/moderation/web/moderated-list.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { ListError } from '#shared/web/ui/feedback/ListStates.tsx'
import './KeyList.css'

type KeyDescriptions = readonly (readonly [key: string, description: string])[]

type ModerationPageProps<R> = {
  title: string
  list: ModeratedList<R>
  /** A number of rows as text. */
  count: (total: number) => string
  filters: (summary: string) => ReactElement
  /** What each key does. */
  keys: KeyDescriptions
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

/** The keyboard shortcuts, for devices with a keyboard. */
function KeyList({ keys }: { keys: KeyDescriptions }) {
  return (
    <p className="key-list">
      <span className="visually-hidden">Keys: </span>
      {keys.map(([key, description]) => (
        <span key={key} className="key-list__key">
          <kbd>{key}</kbd>
          <span>{` ${description}`}</span>
        </span>
      ))}
    </p>
  )
}
