import { useId } from 'react'
import { noKind, type OwnKind } from '#features/freight/kinds/kind.ts'

const offers: readonly { kind: OwnKind; name: string }[] = [
  { kind: 't-shirt', name: 'T-shirt' },
  { kind: 'hoodie', name: 'Hoodie' },
  { kind: 'jacket', name: 'Jacket' },
  { kind: 'sneaker', name: 'Shoes' },
  { kind: 'shoulder-bag', name: 'Bag' },
  { kind: noKind, name: 'Something else' },
]

type KindChoiceProps = { chosen: OwnKind | null; onChoose: (kind: OwnKind) => void }

/** The question what an item is, for those whose kind is unknown or guessed wrongly. */
export function KindChoice({ chosen, onChoose }: KindChoiceProps) {
  const name = useId()
  return (
    <fieldset className="kind-choice">
      <legend>What is it?</legend>
      <div>
        {offers.map((offer) => (
          <label key={offer.kind} className="kind-choice__offer">
            <input
              type="radio"
              name={name}
              checked={offer.kind === chosen}
              onChange={() => onChoose(offer.kind)}
            />
            <span>{offer.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
