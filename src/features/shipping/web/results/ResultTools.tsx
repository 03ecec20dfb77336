import { ChevronDown } from 'lucide-react'
import { formatPriceRange } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import { SegmentedControl } from '#shared/web/ui/forms/SegmentedControl.tsx'
import { CurrencySelect } from './CurrencySelect.tsx'
import { hasTrait, type LineTrait, lineTraits, type OptionOrder } from './option-order.ts'
import type { ShownOptions } from './shown-currency.ts'
import './ResultTools.css'

const orderOptions = [
  { value: 'price', label: 'Price' },
  { value: 'days', label: 'Days' },
  { value: 'per-kg', label: 'Per kg' },
] as const satisfies { value: OptionOrder; label: string }[]
const traitLabels: Record<LineTrait, string> = { 'tax-included': 'Tax included', battery: 'Battery' }

type ResultToolsProps = {
  titleId: string
  title: string
  isFolded: boolean
  onFold: () => void
  listed: readonly ShippingOption[]
  available: readonly ShippingOption[]
  order: OptionOrder
  onOrder: (order: OptionOrder) => void
  chosenTraits: readonly LineTrait[]
  onTraits: (traits: readonly LineTrait[]) => void
  currency: Pick<ShownOptions, 'charged' | 'exchange' | 'rates'>
  /** Shows only the sort order. */
  isBrief: boolean
}

/** The heading of the list with its sort order, currency and filters. */
export function ResultTools(props: ResultToolsProps) {
  const { titleId, title, isFolded, onFold, listed, order, onOrder, currency, isBrief } = props
  const Heading = isBrief ? 'h3' : 'h2'
  return (
    <div className="result-tools">
      <div className="result-tools__title">
        <Heading id={titleId}>
          <span>{`${title} `}</span>
          <span className="tabular-nums">{formatPriceRange(listed)}</span>
        </Heading>
        <button
          type="button"
          className="result-tools__fold js-only"
          aria-expanded={!isFolded}
          aria-controls={`${titleId}-list`}
          onClick={onFold}
        >
          <span>{isFolded ? 'Show lines' : 'Hide lines'}</span>
          <ChevronDown className="icon icon--s" aria-hidden />
        </button>
      </div>
      <SegmentedControl
        label="Sort by"
        className="js-only"
        value={order}
        options={orderOptions}
        onChange={onOrder}
      />
      {!isBrief && <CurrencySelect {...currency} />}
      {!isBrief && <TraitChips {...props} />}
    </div>
  )
}

/** Filters by trait; a trait that no line or every line has is left out. */
function TraitChips({ available, chosenTraits, onTraits }: ResultToolsProps) {
  const usefulTraits = lineTraits.filter((trait) => {
    const count = available.filter((option) => hasTrait(option, trait)).length
    return count > 0 && count < available.length
  })
  const toggle = (trait: LineTrait) =>
    onTraits(
      chosenTraits.includes(trait)
        ? chosenTraits.filter((chosenTrait) => chosenTrait !== trait)
        : [...chosenTraits, trait],
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend into a row of buttons
    <div className="result-tools__chips js-only" role="group" aria-label="Show only">
      {usefulTraits.map((trait) => (
        <button
          key={trait}
          type="button"
          className="chip"
          aria-pressed={chosenTraits.includes(trait)}
          onClick={() => toggle(trait)}
        >
          {traitLabels[trait]}
        </button>
      ))}
    </div>
  )
}
