import { useState } from 'react'
import { estimateRange } from '#features/freight/item/price-range.ts'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { findKind, type KindId } from '#features/freight/kinds/kind.ts'
import { useCountryLines } from '#features/shipping/web/use-country-lines.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatYuan } from '#shared/format/money.ts'
import './KindNote.css'

/** Offered where the guess is wrong; the first five that are not the guess itself. */
const offeredKinds: readonly KindId[] = ['t-shirt', 'hoodie', 'jacket', 'sneaker', 'shoulder-bag', 'dress']

type KindNoteProps = {
  kind: ItemKind
  country: string | undefined
  /** In cm; empty when unknown. */
  sides: readonly number[]
  /** Called with another kind; null for something else. */
  onChoose: (kind: ItemKind | null) => void
}

/**
 * What goods of this kind weigh and what they cost to ship, where the item's own weight is unknown, with the choice of
 * another kind.
 */
export function KindNote({ kind, country, sides, onChoose }: KindNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const lines = useCountryLines(country)
  const range = lines && estimateRange(lines, kind, sides)
  const names = findKind(kind.id)
  function handleChoose(id?: KindId) {
    setOpen(false)
    onChoose(findKind(id) ?? null)
  }
  if (!names) return null
  return (
    <div className="kind-note">
      <p className="kind-note__words">
        <span>{`${names.many} weigh ${formatNumber(kind.gramsFrom)} to ${formatNumber(kind.gramsTo)} g here. `}</span>
        {range && (
          <span>{`The cheapest shipping is ¥${formatYuan(range.fromFen / 100)} to ¥${formatYuan(range.toFen / 100)}. `}</span>
        )}
        <button
          type="button"
          className="textbtn item-shipping__edit"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {`Not ${names.one}?`}
        </button>
      </p>
      {isOpen && (
        <fieldset className="kind-note__kinds">
          <legend>What is it?</legend>
          {offeredKinds
            .filter((id) => id !== kind.id)
            .slice(0, 5)
            .map((id) => (
              <button key={id} type="button" className="chip" onClick={() => handleChoose(id)}>
                {findKind(id)?.name}
              </button>
            ))}
          <button type="button" className="chip" onClick={() => handleChoose()}>
            Something else
          </button>
        </fieldset>
      )}
    </div>
  )
}
