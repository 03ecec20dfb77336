import type { Restrictions, ShippingOption } from '#features/freight/option.ts'
import { grouped } from '#features/freight/rule-texts.ts'
import { AcceptedCategories } from './AcceptedCategories.tsx'
import { carriedGoods } from './carried-goods.ts'
import { sourceWords } from './figure-source.ts'
import './LineRules.css'

type LineRulesProps = { option: ShippingOption; perKg: string }

/** What a line takes and what it does not (§2 parcel restrictions), and the source of its figures. */
export function LineRules({ option, perKg }: LineRulesProps) {
  const { restrictions, carrier, source, note } = option
  const goods = carriedGoods(restrictions.categoryRestrictions)
  const rules = [
    ['Price', `${perKg} of chargeable weight`],
    ['Weight', weightText(restrictions)],
    ['Size', restrictions.dimensionRestriction || 'No limit named'],
    ['Volume rule', restrictions.volumeWeightRule],
    ['Carrier', carrier],
  ].filter(([, words]) => words)
  return (
    <div className="line-rules">
      <dl className="line-rules__list">
        {rules.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
        {goods && (
          <div>
            <dt>{goods.title}</dt>
            <dd>
              {goods.text}
              <AcceptedCategories groups={restrictions.categoryRestrictions} />
            </dd>
          </div>
        )}
      </dl>
      <p className="line-rules__source">{sourceWords(option)}</p>
      {(source ?? note) && (
        <details className="goods">
          <summary className="goods__open">Source</summary>
          {source && <p className="line-rules__source">{source}</p>}
          {note && <p className="line-rules__source">{note}</p>}
        </details>
      )}
    </div>
  )
}

function weightText({ minWeight, maxWeight }: Restrictions): string {
  const least = minWeight ?? 1
  return maxWeight === null ? `From ${grouped(least)} g` : `${grouped(least)} to ${grouped(maxWeight)} g`
}
