import { ChevronDown, CircleAlert } from 'lucide-react'
import type { ToggleEvent } from 'react'
import { formatMoney, formatTransitDays, getTotalMinor } from '#features/freight/format-money.ts'
import type { ShippingOption } from '#features/freight/option.ts'
import type { Parcel } from '#features/freight/parcel.ts'
import { describePriceAge, formatSpread } from '#features/freight/trust/price-age.ts'
import { LineLogo } from '../line/LineLogo.tsx'
import { LineRules } from '../line/LineRules.tsx'
import { Receipt } from '../line/Receipt.tsx'
import { WeightSummary } from '../line/WeightSummary.tsx'
import { Money } from '../Money.tsx'
import { computeTotalPerKg } from './option-order.ts'
import './OptionCard.css'

type OptionCardProps = {
  option: ShippingOption
  parcel: Parcel
  /** 'Cheapest', 'Fastest'. */
  badges?: readonly string[]
  /** Shows the price per kilogram while the list is sorted by it. */
  showsPerKg?: boolean
  /** Marks a rough estimate; false when a note above the list already says it. */
  showsRoughNote: boolean
  /** Open from the start. */
  isOpen?: boolean
  /** Why the line may not take the parcel; shown instead of its features. */
  caution?: string
  onOpen?: ((id: string) => void) | undefined
}

/** One line that takes the parcel; a click opens its charges and its rules (§2). */
export function OptionCard(props: OptionCardProps) {
  const {
    option,
    parcel,
    badges = [],
    showsPerKg = false,
    showsRoughNote,
    isOpen = false,
    caution,
    onOpen,
  } = props
  const { id, name, iconUrl, features, feeDetail } = option
  const priceAge = describePriceAge(option)
  const spread = formatSpread(option)
  const handleToggle = (event: ToggleEvent<HTMLDetailsElement>) => {
    if (event.newState === 'open') onOpen?.(id)
  }
  return (
    <details className={caution ? 'option option--some' : 'option'} open={isOpen} onToggle={handleToggle}>
      <summary className="option__sum">
        <LineLogo name={name} iconUrl={iconUrl} />
        <span className="option__what">
          <span className="option__name">
            <span>{name}</span>
            {badges.map((badge) => (
              <span className={`option__badge option__badge--${badge.toLowerCase()}`} key={badge}>
                {badge}
              </span>
            ))}
            {priceAge && <span className="option__age">{priceAge}</span>}
          </span>
          <span className="option__features">
            {showsPerKg && <b className="tabular-nums">{`${formatPricePerKg(option)} · `}</b>}
            {showsRoughNote && option.confidence === 'illustrative' && <span>{'Rough estimate · '}</span>}
            <span>{caution ?? features}</span>
          </span>
        </span>
        <span className="option__cost">
          <Money units={getTotalMinor(option)} currency={feeDetail.currencyEnum} />
          {spread && <span className="option__days">{spread}</span>}
          <span className="option__days">{formatTransitDays(option)}</span>
        </span>
        <ChevronDown className="icon option__chevron" aria-hidden />
      </summary>
      <div className="option__body">
        <div className="option__charges">
          <Receipt
            name={name}
            aside={formatTransitDays(option)}
            fee={feeDetail}
            breakdown={option.reckoning}
            parcel={parcel}
          />
          <WeightSummary grams={parcel.grams} fee={feeDetail} divisor={option.reckoning.divisor} />
        </div>
        <LineRules option={option} perKg={formatPricePerKg(option)} showsRoughNote={showsRoughNote} />
      </div>
    </details>
  )
}

/** The price per kg of chargeable weight: '¥124.32 per kg'. */
function formatPricePerKg(option: ShippingOption): string {
  const { currencyEnum } = option.feeDetail
  return `${formatMoney(Math.round(computeTotalPerKg(option) * 10 ** currencyEnum.digits), currencyEnum)} per kg`
}

type UnavailableOptionProps = { option: ShippingOption; reasons: readonly string[] }

/** A line that does not take the parcel, with the reasons; it cannot be opened. */
export function UnavailableOption({ option, reasons }: UnavailableOptionProps) {
  return (
    <div className="option option--off">
      <div className="option__sum option__sum--off">
        <LineLogo name={option.name} iconUrl={option.iconUrl} />
        <div className="option__what">
          <p className="option__name option__name--off">{option.name}</p>
          {reasons.map((reason) => (
            <p className="option__why" key={reason}>
              <CircleAlert className="icon icon--s" aria-hidden />
              <span>{reason}</span>
            </p>
          ))}
        </div>
      </div>
    </div>
  )
}
