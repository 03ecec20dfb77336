import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { formatPriceRange } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import { formatUnavailableReasons } from '#features/freight/unavailable-messages.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import type { EstimateSearch } from '../../estimate-search.ts'
import { shippingText } from '../../spec.ts'
import { LineAnalysis } from '../line/LineAnalysis.tsx'
import { toParcel } from '../to-parcel.ts'
import { RatesNote } from './CurrencySelect.tsx'
import { DutyNote } from './DutyNote.tsx'
import { EmptyResults } from './EmptyResults.tsx'
import { EstimateNotes } from './EstimateNotes.tsx'
import { OptionCard, RefusedOption } from './OptionCard.tsx'
import { findBestOptions, hasTrait, type LineTrait, type OptionOrder, sortOptions } from './option-order.ts'
import { ResultTools } from './ResultTools.tsx'
import { type ShownOptions, useShownOptions } from './shown-currency.ts'
import './EstimateResults.css'

type EstimateResultsProps = {
  search: EstimateSearch
  options: ShippingOption[]
  onEstimate?: (search: EstimateSearch) => void
}

/**
 * Every line's answer for a parcel (§2): the lines that take it as cards, those that do not with their
 * reasons, and two analyses of one line. Its three parts can be placed on a page's grid: `.results` with
 * `display: contents`, then `.results__list`, `.results__volume` and `.results__curve`.
 */
export function EstimateResults({ search, options, onEstimate }: EstimateResultsProps) {
  const destination = search.destination ?? ''
  const shown = useShownOptions(destination, options)
  const [chosen, setChosen] = useState<string>()
  const available = sortOptions(
    shown.options.filter((option) => option.available),
    'price',
  )
  return (
    <div className="results">
      <ResultList search={search} shown={shown} available={available} onOpen={setChosen} />
      {available.length > 0 && (
        <LineAnalysis
          search={search}
          available={available}
          exchange={shown.exchange}
          chosen={chosen}
          onChoose={setChosen}
          onEstimate={onEstimate}
        />
      )}
    </div>
  )
}

type ResultListProps = {
  search: EstimateSearch
  shown: ShownOptions
  available: ShippingOption[]
  onOpen: (id: string) => void
}

function ResultList({ search, shown, available, onOpen }: ResultListProps) {
  const titleId = useId()
  const [order, setOrder] = useState<OptionOrder>('price')
  const [traits, setTraits] = useState<readonly LineTrait[]>([])
  const listed = sortOptions(available, order).filter((option) =>
    traits.every((trait) => hasTrait(option, trait)),
  )
  const refused = shown.options.filter((option) => !option.available)
  const title = formatResultTitle(listed, available)
  return (
    <section className="results__list" aria-labelledby={titleId}>
      <Announcement words={listed.length > 0 ? `${title} ${formatPriceRange(listed)}` : title} />
      {available.length === 0 ? (
        <div id={titleId}>
          <EmptyResults refused={refused} />
        </div>
      ) : (
        <>
          <ResultTools
            titleId={titleId}
            title={title}
            listed={listed}
            available={available}
            order={order}
            onOrder={setOrder}
            chosenTraits={traits}
            onTraits={setTraits}
            currency={shown}
          />
          <RatesNote {...shown} />
          <OptionList options={listed} among={available} search={search} order={order} onOpen={onOpen} />
        </>
      )}
      <RefusedList options={refused} search={search} />
      {available.length > 0 && <EstimateNotes search={search} />}
      <DutyNote destination={search.destination ?? ''} />
    </section>
  )
}

function formatResultTitle(listed: readonly unknown[], available: readonly unknown[]): string {
  const word = available.length === 1 ? 'line' : 'lines'
  if (available.length === 0) return shippingText.empty
  return listed.length === available.length
    ? `${available.length} ${word}`
    : `${listed.length} of ${available.length} ${word}`
}

/** Set after it was rendered, because text that is there from the start is not announced. */
function Announcement({ words }: { words: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(words), [words])
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  )
}

type OptionListProps = {
  options: readonly ShippingOption[]
  among: readonly ShippingOption[]
  search: EstimateSearch
  order: OptionOrder
  onOpen: (id: string) => void
}

function OptionList({ options, among, search, order, onOpen }: OptionListProps) {
  const parcel = toParcel(search)
  const { cheapest, fastest } = findBestOptions(among, { isKindKnown: parcel.categories.length > 0 })
  return (
    <ul className="results__options">
      {options.map((option) => (
        <li key={option.id}>
          <OptionCard
            option={option}
            parcel={parcel}
            badges={[option.id === cheapest && 'Cheapest', option.id === fastest && 'Fastest'].filter(
              (badge) => badge !== false,
            )}
            showsPerKg={order === 'per-kg'}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  )
}

type RefusedListProps = { options: readonly ShippingOption[]; search: EstimateSearch }

/** Below the rule: lines that do not take the parcel. */
function RefusedList({ options, search }: RefusedListProps) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  if (options.length === 0) return null
  const parcel = toParcel(search)
  return (
    <>
      <h3 className="results__cut label">Not for this parcel</h3>
      <ul className="results__options">
        {options.map((option) => (
          <li key={option.id}>
            <RefusedOption option={option} reasons={formatUnavailableReasons(option, parcel, categories)} />
          </li>
        ))}
      </ul>
    </>
  )
}
