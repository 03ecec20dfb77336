import type { LineRestrictions, ShippingOption } from '#features/freight/option.ts'
import { formatGrams, formatNumber } from '#shared/format/format-number.ts'
import { AcceptedCategories } from './AcceptedCategories.tsx'
import { describeCarriedGoods } from './carried-goods.ts'
import { describeFigureSource } from './figure-source.ts'
import './LineRules.css'

type LineRulesProps = { option: ShippingOption; perKg: string; showsRoughNote: boolean }

/** The parcel restrictions of a line (§2) and the source of its prices. */
export function LineRules({ option, perKg, showsRoughNote }: LineRulesProps) {
  const { restrictions, carrier, source, note } = option
  const goods = describeCarriedGoods(restrictions.categoryRestrictions)
  const rules = [
    ['Price', `${perKg} of chargeable weight`],
    ['Weight', formatWeightLimits(restrictions)],
    ['Size', restrictions.dimensionRestriction || 'No limit given'],
    ['Volume rule', restrictions.volumeWeightRule],
    ['Carrier', carrier],
  ].filter(([, text]) => text)
  return (
    <div className="line-rules">
      <dl className="line-rules__list">
        {rules.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {goods && (
          <div>
            <dt>{goods.title}</dt>
            <dd>
              <span>{goods.text}</span>
              <AcceptedCategories groups={restrictions.categoryRestrictions} />
            </dd>
          </div>
        )}
      </dl>
      {(showsRoughNote || option.confidence !== 'illustrative') && (
        <p className="line-rules__source">{describeFigureSource(option)}</p>
      )}
      {(source ?? note) && (
        <details className="accepted-categories">
          <summary className="accepted-categories__open">Source</summary>
          {source && <p className="line-rules__source">{source}</p>}
          {note && <p className="line-rules__source">{note}</p>}
        </details>
      )}
    </div>
  )
}

function formatWeightLimits({ minWeight, maxWeight }: LineRestrictions): string {
  const minGrams = minWeight ?? 1
  return maxWeight === null
    ? `From ${formatGrams(minGrams)}`
    : `${formatNumber(minGrams)}–${formatGrams(maxWeight)}`
}
