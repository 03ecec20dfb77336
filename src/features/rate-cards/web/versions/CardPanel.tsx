import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ListError, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import type { RateCardSummary } from '../../contract.ts'
import { CardFacts } from './CardFacts.tsx'
import './CardPanel.css'
import { ComparisonView } from '../comparison/ComparisonView.tsx'
import { formatCount } from '../comparison/format-rates.ts'
import { LineTable, lineColumns } from './LineTable.tsx'
import { comparisonQuery, rateCardQuery } from './rate-card-queries.ts'

type CardPanelProps = {
  card: RateCardSummary
  active: RateCardSummary | undefined
  headingRef: RefObject<HTMLHeadingElement | null>
  onActivate: () => void
}

/** A version: its differences from the active one, or its facts when it is active itself; and its lines. */
export function CardPanel({ card, active, headingRef, onActivate }: CardPanelProps) {
  const send = useApiClient()
  const query = useQuery(rateCardQuery(send, card.id))
  const content = query.data?.data
  const isCompared = active !== undefined && !card.active
  const comparison = useQuery({ ...comparisonQuery(send, card.id, active?.id), enabled: isCompared })
  const isLoaded = !(isCompared ? comparison : query).isPending // earlier, the lines would move down when it loads
  return (
    <section className="card-panel" aria-labelledby="card-panel">
      <h2 className="card-panel__title" id="card-panel" ref={headingRef} tabIndex={-1}>
        {isCompared ? `${card.id} against ${active.id}` : card.id}
      </h2>
      {isCompared ? (
        <ComparisonView key={card.id} card={card} active={active} onActivate={onActivate} />
      ) : (
        content && <CardFacts summary={card} card={content} />
      )}
      {isLoaded ? (
        <CardLines card={card} content={content} query={query} />
      ) : (
        !isCompared && <LinesSkeleton />
      )}
    </section>
  )
}

type CardLinesProps = Pick<CardPanelProps, 'card'> & {
  content: RateCard | undefined
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}

function CardLines({ card, content, query: { error, isFetching, refetch } }: CardLinesProps) {
  return (
    <section aria-labelledby="card-lines">
      <div className="part-head">
        <h3 id="card-lines">Lines</h3>
        <p>{formatCount(card.lines, 'line')}</p>
        {content && <DownloadButton card={content} id={card.id} />}
      </div>
      {content && <LineTable lines={content.lines} />}
      {!content && error && (
        <ListError
          error={error}
          onRetry={() => void refetch()}
          isBusy={isFetching}
          title="The lines did not load"
        />
      )}
      {!content && !error && <LinesSkeleton />}
    </section>
  )
}

function LinesSkeleton() {
  return <TableSkeleton of="lines" columns={lineColumns} className="table-box--slim line-table" />
}

function DownloadButton({ card, id }: { card: RateCard; id: string }) {
  return (
    <button type="button" className="btn" onClick={() => downloadCard(card, `${id}.json`)}>
      <Download className="icon icon--s" aria-hidden />
      Download JSON<span className="visually-hidden">{` of ${id}`}</span>
    </button>
  )
}

/** Downloads a card as a file that can be imported again. */
function downloadCard(card: RateCard, name: string): void {
  const file = new Blob([`${JSON.stringify(card, null, 2)}\n`], { type: 'application/json' })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
