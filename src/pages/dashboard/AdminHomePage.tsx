import { useQuery } from '@tanstack/react-query'
import type { Overview } from '#features/overview/contract.ts'
import { overviewText } from '#features/overview/texts-and-limits.ts'
import { EventList } from '#features/overview/web/EventList.tsx'
import { FirstSteps } from '#features/overview/web/FirstSteps.tsx'
import { HealthList } from '#features/overview/web/HealthList.tsx'
import { MostViewed, MostViewedSkeleton } from '#features/overview/web/MostViewed.tsx'
import { NeedsYou } from '#features/overview/web/NeedsYou.tsx'
import { overviewQuery } from '#features/overview/web/queries.ts'
import { ViewsChart } from '#features/overview/web/ViewsChart.tsx'
import { sumViews } from '#features/overview/web/views-chart-scale.ts'
import { RateCardLine } from '#features/rate-cards/web/versions/RateCardLine.tsx'
import { ReviewQueue } from '#features/reviews/web/ReviewQueue.tsx'
import { type ReviewQueueState as Queue, useReviewQueue } from '#features/reviews/web/review-queue.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { formatClock } from '#shared/format/format-date.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { ListError } from '#shared/web/ui/feedback/ListStates.tsx'
import { Skeleton } from '#shared/web/ui/feedback/Skeleton.tsx'
import { DashboardSection } from './DashboardSection.tsx'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

/** §2 Dashboard, Admin home: a welcome with the admin's name and email address, open tasks and status. */
export default function AdminHomePage() {
  const { user } = useSession()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(
    overviewQuery(useApiClient(), user?.id),
  )
  const queue = useReviewQueue(user?.id)
  const isQueueLoaded = queue.waiting !== undefined || queue.error !== null
  return (
    <>
      <PageHead title="Admin Home" description="The dashboard of the site." isIndexed={false} />
      <div className="dashboard__head">
        <div>
          <h1>{`Welcome, ${user?.name ?? ''}`}</h1>
          <p>
            <span>{user?.email}</span> · <Today />
          </p>
        </div>
      </div>
      {/* All below is remounted instead of moved when the content above it has loaded. */}
      {data ? (
        <>
          <FirstSteps setup={data.data.setup} />
          <NeedsYou overview={data.data} />
        </>
      ) : (
        !error && <NeedsYou overview={undefined} />
      )}
      <div className="tool-grid" key={String(data !== undefined)}>
        <WaitingSection queue={queue} />
        {error && !data ? (
          <DashboardSection title="Overview" isWide>
            <ListError
              error={error}
              onRetry={() => void refetch()}
              isBusy={isFetching}
              title={overviewText.failed}
            />
          </DashboardSection>
        ) : (
          <OverviewSections key={String(isQueueLoaded)} overview={data?.data} loadedAtMs={dataUpdatedAt} />
        )}
      </div>
    </>
  )
}

function WaitingSection({ queue }: { queue: Queue }) {
  const now = useNow()
  const { waiting } = queue
  const oldest = waiting?.[0]
  return (
    <DashboardSection
      title="Pending reviews"
      note={oldest && `${waiting.length}, oldest ${formatRelativeTime(oldest.createdAt, now)}`}
      link={{ href: paths.manageReview(), label: 'Manage Review' }}
    >
      <ReviewQueue queue={queue} />
    </DashboardSection>
  )
}

type OverviewSectionsProps = {
  /** Undefined while loading. */
  overview: Overview | undefined
  loadedAtMs: number
}

function OverviewSections({ overview, loadedAtMs }: OverviewSectionsProps) {
  return (
    <>
      <DashboardSection title="Sources and jobs" note={overview && formatClock(loadedAtMs)}>
        {overview ? (
          <HealthList health={overview.health} />
        ) : (
          <LinesSkeleton of="sources and jobs" count={8} />
        )}
        <RateCardLine />
      </DashboardSection>
      <DashboardSection
        title="Views, last 30 days"
        note={overview && `${formatNumber(sumViews(overview.views))} in total`}
      >
        <p className="tool-grid__what">{overviewText.whatCounts}</p>
        {overview ? <ViewsChart views={overview.views} /> : <div className="tool-grid__loading--chart" />}
      </DashboardSection>
      <DashboardSection title="Security" note="last 7 days">
        {overview ? <EventList events={overview.events} /> : <LinesSkeleton of="events" count={6} />}
      </DashboardSection>
      <DashboardSection
        title="Most viewed items and missing data"
        note="same 30 days"
        link={{ href: paths.manageProducts(), label: 'Manage Products' }}
        isWide
      >
        {overview ? <MostViewed items={overview.mostViewed} /> : <MostViewedSkeleton />}
      </DashboardSection>
    </>
  )
}

function LinesSkeleton({ of, count }: { of: string; count: number }) {
  return (
    <div className="tool-grid__loading">
      <p className="visually-hidden" role="status">
        {`Loading ${of}`}
      </p>
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line} />
      ))}
    </div>
  )
}

/** Today by the visitor's clock, because the guard prevents rendering on the server. */
function Today() {
  const nowMs = useNow()
  const now = new Date(nowMs)
  const day = now.toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return <time dateTime={now.toISOString()}>{`${day}, ${formatClock(nowMs)}`}</time>
}
