import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WatchesContract, WatchNotice } from '#features/watches/contract.ts'
import { describeNotice, getWatchTitle } from '#features/watches/watch-texts.ts'
import { noticesQuery } from '#features/watches/web/queries.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { WatchImage } from './WatchImage.tsx'
import './WatchNotices.css'

const initialCount = 5

type WatchNoticesProps = { userId: string; notices: readonly WatchNotice[] }

/** Notices of watched items, the newest first. */
export function WatchNotices({ userId, notices }: WatchNoticesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const unread = notices.filter(({ isRead }) => !isRead).length
  const visibleNotices = showsAll ? notices : notices.slice(0, initialCount)
  return (
    <section className="watch-news" aria-labelledby="watch-news-heading">
      <div className="watch-news__head">
        <h2 id="watch-news-heading">
          <span>{'Updates '}</span>
          {unread > 0 && <span className="watch-news__count tabular-nums">{`${unread} new`}</span>}
        </h2>
        {unread > 0 && <ReadButton userId={userId} until={notices[0]?.createdAt} />}
      </div>
      <ol className="watch-list">
        {visibleNotices.map((notice) => (
          <Notice key={notice._id} notice={notice} />
        ))}
      </ol>
      {visibleNotices.length < notices.length && (
        <button type="button" className="btn btn--quiet" onClick={() => setShowsAll(true)}>
          {`Show all ${notices.length}`}
        </button>
      )}
    </section>
  )
}

/** Marks the listed notices as read; newer ones stay unread. */
function ReadButton({ userId, until }: { userId: string; until: string | undefined }) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const [isPending, setIsPending] = useState(false)

  async function handleClick() {
    if (isPending) return
    setIsPending(true)
    try {
      const query = until ? { until } : {}
      await send<WatchesContract['readNotices']>('POST /watches/notices/read', { query })
      await queryClient.invalidateQueries({ queryKey: noticesQuery(send, userId).queryKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setIsPending(false)
    }
  }

  return (
    <button type="button" className="btn" aria-busy={isPending || undefined} onClick={handleClick}>
      Mark all as read
    </button>
  )
}

function Notice({ notice }: { notice: WatchNotice }) {
  const now = useNow()
  const { shopType, productCode, kind, createdAt, isRead } = notice
  const name = getWatchTitle(notice)
  const getPath = kind === 'photos' ? paths.productQc : paths.product
  return (
    <li className="watch-row" data-new={!isRead || undefined}>
      <WatchImage src={notice.image} />
      <div className="watch-row__body">
        <h3 className="watch-row__title">
          <a href={getPath(shopType, productCode)} lang={detectLanguage(name)}>
            {name}
          </a>
        </h3>
        <p className="watch-row__words">
          {!isRead && <span className="watch-row__new">New</span>}
          <b className="tabular-nums">{describeNotice(notice)}</b>
          <time dateTime={createdAt} title={formatDate(createdAt)}>
            {formatRelativeTime(createdAt, now)}
          </time>
        </p>
      </div>
    </li>
  )
}
