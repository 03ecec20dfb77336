import './OptionList.css'
import { useState } from 'react'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { OptionCard } from './OptionCard.tsx'
import { type BestOptions, pickFirst } from './option-order.ts'

/** The number of lines that a brief list shows at first. */
const briefLengths = { wide: 4, phone: 3 } as const

type OptionListProps = {
  options: readonly ShippingOption[]
  best: BestOptions
  parcel: Parcel
  showsPerKg: boolean
  showsRoughNote: boolean
  isBrief: boolean
  onOpen: (id: string) => void
}

/** The lines that take a parcel; a brief list shows only a few at first, including those with a badge. */
export function OptionList({ options, best, isBrief, ...card }: OptionListProps) {
  const [showsAll, setShowsAll] = useState(!isBrief)
  // The first open receipt stays open when the list is sorted again.
  const [initiallyOpenId] = useState(() => best.cheapest ?? options[0]?.id)
  const badgeIds = [best.cheapest, best.fastest]
  const wideOptions = showsAll ? options : pickFirst(options, briefLengths.wide, badgeIds)
  const phoneOptions = showsAll ? options : pickFirst(options, briefLengths.phone, badgeIds)
  const getClass = (option: ShippingOption) =>
    wideOptions.includes(option)
      ? phoneOptions.includes(option)
        ? undefined
        : 'option-list__wide'
      : 'option-list__rest'
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
              isOpen={option.id === initiallyOpenId}
              {...card}
            />
          </li>
        ))}
      </ul>
      {phoneOptions.length < options.length && (
        <button
          type="button"
          className={`btn js-only option-list__more${wideOptions.length === options.length ? ' option-list__more--phone' : ''}`}
          onClick={() => setShowsAll(true)}
        >
          <RestCount
            wide={options.length - wideOptions.length}
            phone={options.length - phoneOptions.length}
          />
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
