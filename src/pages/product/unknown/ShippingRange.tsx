import './ShippingRange.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findKind } from '#features/freight/kinds/kind.ts'
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
  const isAnswered = itemAnswers.kind !== null
  // Also after the answer, because the arrow keys choose too.
  const isAsked = isOpen || isAnswered || (kind === null && guessed?.grams === null)
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
      <RangeReason
        item={item}
        product={product}
        grams={itemAnswers.grams}
        kind={kind}
        isGuessing={!guessed}
        isAsked={isAsked}
        onAsk={isAnswered ? undefined : () => setOpen(!isOpen)}
      />
      {isAsked && (
        <KindChoice
          chosen={itemAnswers.kind ?? kind?.id ?? null}
          onChoose={(chosen) => saveItemAnswers(item, { kind: chosen })}
        />
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

type RangeReasonProps = Pick<GuessedItemProps, 'item' | 'product' | 'kind'> & {
  /** The weight that the visitor typed. */
  grams: number | null
  /** The words for the title are loading. */
  isGuessing: boolean
  /** The question is shown. */
  isAsked: boolean
  /** Shows or hides it; undefined where it was answered. */
  onAsk: (() => void) | undefined
}

/** What the range is computed with, and what to do when that is wrong; nothing where nothing is known. */
function RangeReason(props: RangeReasonProps) {
  const { item, product, kind, grams, isGuessing, isAsked, onAsk } = props
  if (grams !== null) {
    return (
      <p className="shipping-range__why">
        <span>{`Computed with ${formatGrams(grams)}, as you say. `}</span>
        <button
          type="button"
          className="shipping-range__act"
          onClick={() => saveItemAnswers(item, { grams: null })}
        >
          Forget it
        </button>
      </p>
    )
  }
  if (product?.weight != null) return <p className="shipping-range__why">{describeMeasurements(product)}</p>
  const names = findKind(kind?.id)
  if (!kind || !names) return isGuessing && <p className="shipping-range__why" />
  return (
    <p className="shipping-range__why">
      <span>{`${names.many} weigh ${formatNumber(kind.gramsFrom)} to ${formatNumber(kind.gramsTo)} g here. `}</span>
      {onAsk && (
        <button type="button" className="shipping-range__act" aria-expanded={isAsked} onClick={onAsk}>
          {`Not ${names.one}?`}
        </button>
      )}
    </p>
  )
}
