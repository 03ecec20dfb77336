import { useQuery } from '@tanstack/react-query'
import { formatUnavailableReasons } from '#features/freight/unavailable-messages.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import type { Haul } from '../../haul.ts'
import type { UnshippableItem } from '../../haul-plan.ts'
import './LeftOutNote.css'

type LeftOutNoteProps = { haul: Haul; leftOut: readonly UnshippableItem[]; country: string }

/** Lists the items that cannot be shipped; a disclosure has the reasons of every line. */
export function LeftOutNote({ haul, leftOut, country }: LeftOutNoteProps) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const title =
    leftOut.length === 1 ? "One item can't be shipped" : `${leftOut.length} items can't be shipped`
  return (
    <Callout variant="warn" title={title}>
      <ul className="left-out">
        {leftOut.map(({ item, count, parcel, unavailableOptions }) => {
          const name = haul.items.find(({ id }) => id === item)?.name ?? ''
          return (
            <li key={item}>
              <b>{count > 1 ? `${count} x ${name}` : name}</b>
              <span>{`: no shipping line takes it to ${country}`}</span>
              {haul.withinDays !== null && <span>{` within ${haul.withinDays} days`}</span>}
              <span>.</span>
              <details>
                <summary className="left-out__open">
                  Why not, line by line<span className="visually-hidden">{`: ${name}`}</span>
                </summary>
                <dl>
                  {unavailableOptions.map((option) => (
                    <div key={option.id}>
                      <dt>{option.name}</dt>
                      <dd>{formatUnavailableReasons(option, parcel, categories).join(' ')}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}
