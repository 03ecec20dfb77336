import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import type { RateCard, ShippingLine } from '#features/freight/rate-card.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ListError, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import type { RateCardSummary } from '../../contract.ts'
import { CardFacts } from './CardFacts.tsx'
import './CardPanel.css'
import { ComparisonView } from '../comparison/ComparisonView.tsx'
import { formatCount } from '../comparison/format-rates.ts'
import { LineTable, lineColumns } from '../line-editor/LineTable.tsx'
import { downloadCard } from './card-download.ts'
import { comparisonQuery, rateCardQuery } from './rate-card-queries.ts'

type CardPanelProps = {
  card: RateCardSummary
  active: RateCardSummary | undefined
  headingRef: RefObject<HTMLHeadingElement | null>
  onActivate: () => void
  onEdit: (line: ShippingLine) => void
}

/** One version: its changes against the active one, or the active one's facts; and its lines. */
export function CardPanel({ card, active, headingRef, onActivate, onEdit }: CardPanelProps) {
  const send = useApiClient()
  const query = useQuery(rateCardQuery(send, card.id))
  const whole = query.data?.data
  const isCompared = active !== undefined && !card.active
  const comparison = useQuery({ ...comparisonQuery(send, card.id, active?.id), enabled: isCompared })
  const isSettled = !(isCompared ? comparison : query).isPending // until then the lines would be pushed down
  return (
    <section className="card-panel" aria-labelledby="card-panel">
      <h2 className="card-panel__title" id="card-panel" ref={headingRef} tabIndex={-1}>
        {isCompared ? `${card.id} against ${active.id}` : card.id}
      </h2>
      {isCompared ? (
        <ComparisonView key={card.id} card={card} active={active} onActivate={onActivate} />
      ) : (
        whole && <CardFacts summary={card} card={whole} />
      )}
      {isSettled ? (
        <CardLines card={card} whole={whole} query={query} onEdit={onEdit} />
      ) : (
        !isCompared && <LinesSkeleton />
      )}
    </section>
  )
}

type CardLinesProps = Pick<CardPanelProps, 'card' | 'onEdit'> & {
  whole: RateCard | undefined
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}

function CardLines({ card, whole, query: { error, isFetching, refetch }, onEdit }: CardLinesProps) {
  return (
    <section aria-labelledby="card-lines">
      <div className="part-head">
        <h3 id="card-lines">Lines</h3>
        <p>{formatCount(card.lines, 'line')}</p>
        {whole && <DownloadButton card={whole} id={card.id} />}
      </div>
      {whole && <LineTable lines={whole.lines} onEdit={onEdit} />}
      {!whole && error && (
        <ListError
          error={error}
          onRetry={() => void refetch()}
          isBusy={isFetching}
          title="The lines did not load"
        />
      )}
      {!whole && !error && <LinesSkeleton />}
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
