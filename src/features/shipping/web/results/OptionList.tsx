import './OptionList.css'
import { useState } from 'react'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { OptionCard } from './OptionCard.tsx'
import { type BestOptions, pickFirst } from './option-order.ts'

/** How many lines a brief list begins with. */
const briefLengths = { wide: 4, phone: 3 } as const

type OptionListProps = {
  options: readonly ShippingOption[]
  best: BestOptions
  parcel: Parcel
  showsPerKg: boolean
  showsRough: boolean
  isBrief: boolean
  onOpen: (id: string) => void
}

/** The lines that take a parcel; of a long list a few at first where it has to be brief, those with a badge among them. */
export function OptionList({ options, best, isBrief, ...card }: OptionListProps) {
  const [isWhole, setWhole] = useState(!isBrief)
  // The receipt that is open from the start; it stays open when the list is sorted anew.
  const [first] = useState(() => best.cheapest ?? options[0]?.id)
  const badged = [best.cheapest, best.fastest]
  const wide = isWhole ? options : pickFirst(options, briefLengths.wide, badged)
  const phone = isWhole ? options : pickFirst(options, briefLengths.phone, badged)
  const getClass = (option: ShippingOption) =>
    wide.includes(option) ? (phone.includes(option) ? undefined : 'option-list__wide') : 'option-list__rest'
  return (
    <>
      <ul className="results__options">
        {options.map((option) => (
          <li key={option.id} className={getClass(option)}>
            <OptionCard
              option={option}
              badges={[
                option.id === best.cheapest && 'Cheapest',
                option.id === best.fastest && 'Fastest',
              ].filter((badge) => badge !== false)}
              isOpen={option.id === first}
              {...card}
            />
          </li>
        ))}
      </ul>
      {phone.length < options.length && (
        <button
          type="button"
          className={`btn js-only option-list__more${wide.length === options.length ? ' option-list__more--phone' : ''}`}
          onClick={() => setWhole(true)}
        >
          <RestCount wide={options.length - wide.length} phone={options.length - phone.length} />
        </button>
      )}
    </>
  )
}

function RestCount({ wide, phone }: { wide: number; phone: number }) {
  return (
    <>
      <span className="option-list__on-wide">{formatRest(wide)}</span>
      <span className="option-list__on-phone">{formatRest(phone)}</span>
    </>
  )
}

function formatRest(count: number): string {
  return count === 1 ? 'Show 1 more line' : `Show ${count} more lines`
}
