import { useQuery } from '@tanstack/react-query'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { askConfirm } from '#shared/web/ui/dialogs/alerts.ts'
import { ListEmpty, ListError, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import type { RateCardComparison, RateCardSummary } from '../../contract.ts'
import { ChangeTable, changeColumns } from './ChangeTable.tsx'
import './ComparisonView.css'
import { FailedChecks } from '../versions/FailedChecks.tsx'
import { comparisonQuery } from '../versions/rate-card-queries.ts'
import { findActivationQuestion } from './activation-question.ts'
import { formatCount } from './format-rates.ts'
import { SampleParcels } from './SampleParcels.tsx'

type ComparisonViewProps = {
  card: RateCardSummary
  active: RateCardSummary
  onActivate: () => void
}

/** The differences between a version and the active one, with the button that activates it. */
export function ComparisonView({ card, active, onActivate }: ComparisonViewProps) {
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(useApiClient(), card.id, active.id))
  const retry = () => void refetch()
  if (data)
    return <ComparedCards comparison={data.data} card={card} active={active} onActivate={onActivate} />
  if (error)
    return (
      <ListError error={error} onRetry={retry} isBusy={isFetching} title="We couldn't load the comparison" />
    )
  return <TableSkeleton of="the comparison" columns={changeColumns} rows={6} className="table-box--slim" />
}

function ComparedCards({
  comparison,
  card,
  active,
  onActivate,
}: ComparisonViewProps & { comparison: RateCardComparison }) {
  const { rows, changes, total, samples, failedChecks } = comparison
  const getCountryName = useCountryNames()
  const currencies = { before: comparison.against.currency, after: comparison.card.currency }

  async function handleActivate() {
    const question = findActivationQuestion(comparison, getCountryName)
    if (!question || (await askConfirm(question))) onActivate()
  }

  return (
    <>
      <RowTotals rows={rows} />
      <FailedChecks checks={failedChecks} />
      {total > 0 ? (
        <ChangeTable key={card.id} changes={changes} total={total} />
      ) : (
        <ListEmpty
          title="No figure differs"
          text={`${card.id} and ${active.id} give shoppers the same prices.`}
        />
      )}
      {samples.length > 0 && <SampleParcels samples={samples} currencies={currencies} />}
      <div className="activate">
        <button type="button" className="primary-button" onClick={handleActivate}>
          Activate
        </button>
        <p>{`${card.id} replaces ${active.id} right away. You can reactivate ${active.id} later.`}</p>
      </div>
    </>
  )
}

function RowTotals({ rows }: Pick<RateCardComparison, 'rows'>) {
  const totals = [
    ['±', `${formatCount(rows.changed, 'row')} changed`],
    ['+', `${formatCount(rows.new, 'row')} new`],
    ['−', `${formatCount(rows.gone, 'row')} gone`],
    ['=', `${formatNumber(rows.unchanged)} unchanged`],
  ] as const
  return (
    <p className="sums">
      {totals.map(([sign, label]) => (
        <span key={sign} className="sums__one">
          <b className="sums__sign" aria-hidden>
            {sign}
          </b>
          <span>{label}</span>
        </span>
      ))}
    </p>
  )
}
