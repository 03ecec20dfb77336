import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '#shared/format/format-date.ts'
import type { RateCard } from '#shared/freight/rate-card.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import type { RateCardSummary } from '../../contract.ts'
import './CardFacts.css'
import { formatAmount, formatCount } from '../comparison/format-rates.ts'

type CardFactsProps = { summary: RateCardSummary; card: RateCard }

/** A card's size, fees and sources of its figures. */
export function CardFacts({ summary, card }: CardFactsProps) {
  const { name, currency, effectiveFrom, activatedAt, lines, rows, countries } = summary
  const sources = Object.entries(card.sources ?? {})
  return (
    <>
      {card.disclaimer && <Callout title="What it says to shoppers">{<p>{card.disclaimer}</p>}</Callout>}
      <dl className="facts">
        <Fact name="Name">{name}</Fact>
        <Fact name="Holds">
          {`${formatCount(lines, 'line')}, ${formatCount(rows, 'row')}, ${formatCount(countries, 'country', 'countries')}`}
        </Fact>
        <Fact name="Currency">{currency}</Fact>
        {effectiveFrom && <Fact name="Begins">{formatDate(effectiveFrom)}</Fact>}
        {activatedAt && <Fact name="Active since">{formatDate(activatedAt)}</Fact>}
        {card.agentFees && (
          <Fact name="Agent's fees">
            <span>{describeFees(card.agentFees, currency)}</span>
            {card.agentFeesSource && <small>{card.agentFeesSource}</small>}
          </Fact>
        )}
      </dl>
      {sources.length > 0 && (
        <details className="facts-sources">
          <summary>
            <ChevronDown className="icon icon--s" aria-hidden />
            <span>{`${formatCount(sources.length, 'source')} of its figures`}</span>
          </summary>
          <dl className="facts facts--sources">
            {sources.map(([key, text]) => (
              <Fact key={key} name={key}>
                <span>{text}</span>
                {card.asOf && <small>{`Prices of ${card.asOf[key] ?? 'no known year'}`}</small>}
              </Fact>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** 'operation ¥15.00, service ¥10.00' */
function describeFees(
  { operationFee = 0, serviceFee = {} }: NonNullable<RateCard['agentFees']>,
  currency: string,
) {
  const { flat = 0, percent = 0 } = serviceFee
  const parts = [
    operationFee > 0 && `operation ${formatAmount(operationFee, currency)}`,
    flat > 0 && `service ${formatAmount(flat, currency)}`,
    percent > 0 && `service ${percent}%`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'none'
}
