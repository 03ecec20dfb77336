import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatTransitDays } from '#features/freight/format-money.ts'
import { type GuessedItem, type LinePrice, listLinePrices } from '#features/freight/item/line-prices.ts'
import { formatLineName } from '#features/freight/trust/price-age.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import type { EstimateRequestTexts } from '#features/shipping/estimate-search.ts'
import { shippingText } from '#features/shipping/texts.ts'
import { useCountryLines } from '#features/shipping/web/use-country-lines.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { useShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { ParcelForm } from './ParcelForm.tsx'
import { describeParcel, formatFenRange } from './range-text.ts'
import { saveItemAnswers, useItemAnswers } from './stored-answers.ts'
import { type GuessedItemProps, useGuessedItem } from './use-guessed-item.ts'

const loadResults = async () => (await import('../shipping/ItemShippingEstimate.tsx')).ItemEstimateResults

type UnknownShippingProps = GuessedItemProps & {
  /** Called with the current search, so that the calculator can be opened with it. */
  onSearch: (search: EstimateRequestTexts) => void
}

/**
 * The shipping of an item of which at most the kind is known: each line's prices for the weights that it may have, the
 * cheapest line first, as on the paper above. A stated weight gets the lines with all their details.
 */
export function UnknownShipping({ onSearch, ...props }: UnknownShippingProps) {
  const { item } = props
  const lead = useRef<HTMLParagraphElement>(null)
  const fold = useRef<HTMLDetailsElement>(null)
  const guessed = useGuessedItem(props)
  const itemAnswers = useItemAnswers(item)
  const shipTo = useShipTo()
  const { data: country } = useQuery({
    ...countryNameQuery(shipTo?.code ?? ''),
    enabled: shipTo !== undefined,
  })
  const search = guessed && toSearch(guessed, shipTo?.code)
  const key = JSON.stringify(search ?? null)
  useEffect(() => {
    const current: EstimateRequestTexts | null = JSON.parse(key)
    if (current) onSearch(current)
  }, [onSearch, key])
  const isExact = guessed?.grams != null && shipTo !== undefined
  const Results = useLazyComponent(loadResults, isExact)
  if (!guessed) return null
  return (
    <div className="unknown-shipping" data-unasked={!shipTo || undefined}>
      {country ? (
        <p className="unknown-shipping__lead" tabIndex={-1} ref={lead}>
          {describeParcel(guessed, country, {
            isAnswered: itemAnswers.kind !== null,
            isReadByMember: itemAnswers.grams === null && props.product?.isReadByMember === true,
          })}
        </p>
      ) : (
        !shipTo && <CountryQuestion />
      )}
      {isExact
        ? Results && search && <Results key={key} search={search} />
        : shipTo && <LinePrices key={key} guessed={guessed} country={shipTo.code} />}
      <details className="elsewhere" ref={fold}>
        <summary className="elsewhere__summary">
          <span>Know its weight or size?</span>
          <ChevronDown className="icon icon--s" aria-hidden />
        </summary>
        <ParcelForm
          key={`${itemAnswers.grams} ${itemAnswers.size}`}
          initial={itemAnswers}
          onSubmit={(measures) => {
            saveItemAnswers(item, measures)
            fold.current?.removeAttribute('open')
            lead.current?.focus()
          }}
        />
      </details>
    </div>
  )
}

function CountryQuestion() {
  return (
    <p className="unknown-shipping__lead">
      <button type="button" className="btn" aria-haspopup="dialog" onClick={() => openShipTo()}>
        Choose your country
      </button>
    </p>
  )
}

/** The number of lines at first. */
const shownLines = 3

function LinePrices({ guessed, country }: { guessed: GuessedItem; country: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const lines = useCountryLines(country)
  const prices = useMemo(() => lines && listLinePrices(lines, guessed), [lines, guessed])
  if (!prices) return null
  if (prices.length === 0) return <p className="unknown-shipping__lead">{shippingText.empty}</p>
  const more = prices.length - shownLines
  return (
    <div>
      <ul className="line-prices">
        {prices.slice(0, showsAll ? undefined : shownLines).map((price) => (
          <LinePriceView key={price.line.id} price={price} guessed={guessed} />
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          className="textbtn"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer lines' : `Show ${more} more ${more === 1 ? 'line' : 'lines'}`}
        </button>
      )}
    </div>
  )
}

function LinePriceView({ price, guessed }: { price: LinePrice; guessed: GuessedItem }) {
  return (
    <li>
      <span className="line-prices__name">
        <span>{formatLineName(price.line)}</span>
        <small>{formatTransitDays(price.line)}</small>
      </span>
      <b className="tabular-nums">{formatFenRange(price, guessed)}</b>
    </li>
  )
}

/** The calculator's search with all that is known. */
function toSearch(
  { kind, grams, sides }: GuessedItem,
  destination: string | undefined,
): EstimateRequestTexts {
  const [length, width, height] = sides
  return {
    destination,
    weight: grams?.toString(),
    length: length?.toString(),
    width: width?.toString(),
    height: height?.toString(),
    features: kind?.category,
  }
}
