import './ShippingRange.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findKind, type OwnKind } from '#features/freight/kinds/kind.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { useShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { formatGrams, formatNumber } from '#shared/format/format-number.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { describeMeasurements } from '../shipping/estimate-prefill.ts'
import { CountryButton } from '../shipping/SlipPaper.tsx'
import { KindChoice } from './KindChoice.tsx'
import type { StatedPrice } from './range-text.ts'
import { saveItemAnswers, useItemAnswers } from './stored-answers.ts'
import { type GuessedItemProps, useGuessedItem } from './use-guessed-item.ts'

const loadAmount = async () => (await import('./RangeAmount.tsx')).RangeAmount

type ShippingRangeProps = GuessedItemProps & { price: StatedPrice | null }

/**
 * What the item costs with shipping to the visitor's country, as far as its kind or weight is known, and the question what
 * it is. The space of the amount is reserved, and without JavaScript there is none of it.
 */
export function ShippingRange({ price, ...props }: ShippingRangeProps) {
  const { item, product } = props
  const [isOpen, setOpen] = useState(false)
  const guessed = useGuessedItem(props)
  const itemAnswers = useItemAnswers(item)
  const shipTo = useShipTo()
  const Amount = useLazyComponent(loadAmount, shipTo !== undefined)
  const kind = guessed?.kind ?? null
  function handleChoose(chosen: OwnKind) {
    saveItemAnswers(item, { kind: chosen })
    setOpen(true) // the arrow keys choose too, so the question stays
  }
  return (
    <div className="shipping-range js-only">
      <dl className="shipping-range__row">
        <dt>
          <RangeCountry label={price?.currency === 'CNY' ? 'With shipping to' : 'Shipping to'} />
        </dt>
        <dd>
          {guessed && shipTo && Amount && <Amount guessed={guessed} country={shipTo.code} price={price} />}
        </dd>
      </dl>
      {itemAnswers.grams !== null ? (
        <p className="shipping-range__why">
          <span>{`Computed with ${formatGrams(itemAnswers.grams)}, as you say. `}</span>
          <button
            type="button"
            className="shipping-range__act"
            onClick={() => saveItemAnswers(item, { grams: null })}
          >
            Forget it
          </button>
        </p>
      ) : product?.weight != null ? (
        <p className="shipping-range__why">{describeMeasurements(product)}</p>
      ) : (
        (kind || !guessed) && (
          <p className="shipping-range__why">
            {kind && <KindWeight id={kind.id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
          </p>
        )
      )}
      {guessed && (isOpen || (kind === null && guessed.grams === null)) && (
        <KindChoice chosen={itemAnswers.kind ?? kind?.id ?? null} onChoose={handleChoose} />
      )}
    </div>
  )
}

/** The destination, or the choice of one. */
function RangeCountry({ label }: { label: string }) {
  const shipTo = useShipTo()
  const { data: country } = useQuery({
    ...countryNameQuery(shipTo?.code ?? ''),
    enabled: shipTo !== undefined,
  })
  if (!shipTo || !country) {
    return (
      <CountryButton>
        <span className="shipping-range__ask">Choose your country</span>
      </CountryButton>
    )
  }
  return (
    <CountryButton>
      <span>{`${label} `}</span>
      <b>{country}</b>
      <span className="visually-hidden">
        {shipTo.from === 'chosen' ? ', change' : `, guessed from your ${shipTo.from}, change`}
      </span>
    </CountryButton>
  )
}

type KindWeightProps = { id: Parameters<typeof findKind>[0]; isOpen: boolean; onToggle: () => void }

/** 'Hoodies weigh 550 to 900 g here. Not a hoodie?' */
function KindWeight({ id, isOpen, onToggle }: KindWeightProps) {
  const kind = findKind(id)
  if (!kind) return null
  return (
    <>
      <span>{`${kind.many} weigh ${formatNumber(kind.gramsFrom)} to ${formatNumber(kind.gramsTo)} g here. `}</span>
      <button type="button" className="shipping-range__act" aria-expanded={isOpen} onClick={onToggle}>
        {`Not ${kind.one}?`}
      </button>
    </>
  )
}
