import './PriceWithShippingBar.css'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { clearDestination, type PopularSearch } from '#features/products/popular-search.ts'
import { Switch } from '#shared/web/ui/forms/Switch.tsx'
import { priceWithShippingText } from './price-with-shipping-text.ts'

const loadChoice = () => import('./ShippingCountryChoice.tsx')
const LandedChoice = lazy(async () => ({ default: (await loadChoice()).ShippingCountryChoice }))

type PriceWithShippingBarProps = {
  search: PopularSearch
  /** The name of the country in the URL. */
  destination: string | undefined
  onShow: (search: PopularSearch) => void
}

/** Switches the cards to prices with shipping: to the last destination, or to one that is asked for. */
export function PriceWithShippingBar({ search, destination, onShow }: PriceWithShippingBarProps) {
  const [choice, setChoice] = useState<'none' | 'last' | 'asked'>('none')
  const isOn = search.ShipTo !== undefined
  function handleSwitch(wanted: boolean) {
    setChoice(wanted ? 'last' : 'none')
    if (!wanted && isOn) onShow(clearDestination(search))
  }
  function handleChoose(ShipTo: string) {
    setChoice('none')
    onShow({ ...clearDestination(search), Sort: search.Sort, ShipTo })
  }
  return (
    <>
      <Switch
        className="price-with-shipping-switch js-only"
        label={`${priceWithShippingText.label} ${destination ?? 'your country'}`}
        isOn={isOn || choice !== 'none'}
        onChange={handleSwitch}
      />
      {(isOn || choice !== 'none') && (
        <div className="price-with-shipping-bar js-only">
          {isOn && <OrderField search={search} onShow={onShow} />}
          {isOn && (
            <button
              type="button"
              className="btn"
              aria-expanded={choice === 'asked'}
              onPointerEnter={loadChoice}
              onClick={() => setChoice(choice === 'asked' ? 'none' : 'asked')}
            >
              Change country
            </button>
          )}
          {choice !== 'none' && (
            <Suspense fallback={<p className="muted">Loading…</p>}>
              <LandedChoice asks={choice === 'asked'} onChoose={handleChoose} />
            </Suspense>
          )}
          {isOn && <p className="price-with-shipping-bar__note">{priceWithShippingText.note}</p>}
        </div>
      )}
    </>
  )
}

function OrderField({ search, onShow }: Pick<PriceWithShippingBarProps, 'search' | 'onShow'>) {
  return (
    <span className="selectwrap">
      <label className="visually-hidden" htmlFor="landed-order">
        {priceWithShippingText.order}
      </label>
      <select
        className="input select"
        id="landed-order"
        value={search.Sort ?? ''}
        onChange={({ target }) =>
          onShow({ ...search, Sort: target.value === 'landed' ? 'landed' : undefined, page: undefined })
        }
      >
        <option value="">{priceWithShippingText.asListed}</option>
        <option value="landed">{priceWithShippingText.byLanded}</option>
      </select>
      <ChevronDown className="icon icon--s" aria-hidden />
    </span>
  )
}
