import './LandedBar.css'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type PopularSearch, withoutFreight } from '#features/products/popular-search.ts'
import { Switch } from '#shared/web/ui/Switch.tsx'
import { landedText } from './landed-text.ts'

const loadChoice = () => import('./LandedChoice.tsx')
const LandedChoice = lazy(async () => ({ default: (await loadChoice()).LandedChoice }))

type LandedBarProps = {
  search: PopularSearch
  /** The name of the country in the URL. */
  destination: string | undefined
  onShow: (search: PopularSearch) => void
}

/** Switches the cards to prices with shipping: to the last destination, or to one that is asked for. */
export function LandedBar({ search, destination, onShow }: LandedBarProps) {
  const [choice, setChoice] = useState<'none' | 'last' | 'asked'>('none')
  const isOn = search.ShipTo !== undefined
  function handleSwitch(wanted: boolean) {
    setChoice(wanted ? 'last' : 'none')
    if (!wanted && isOn) onShow(withoutFreight(search))
  }
  function handleChoose(ShipTo: string) {
    setChoice('none')
    onShow({ ...withoutFreight(search), Sort: search.Sort, ShipTo })
  }
  return (
    <>
      <Switch
        className="landed-switch needs-script"
        label={`${landedText.label} ${destination ?? 'your country'}`}
        isOn={isOn || choice !== 'none'}
        onChange={handleSwitch}
      />
      {(isOn || choice !== 'none') && (
        <div className="landed-bar needs-script">
          {isOn && <Order search={search} onShow={onShow} />}
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
          {isOn && <p className="landed-bar__note">{landedText.note}</p>}
        </div>
      )}
    </>
  )
}

function Order({ search, onShow }: Pick<LandedBarProps, 'search' | 'onShow'>) {
  return (
    <span className="selectwrap">
      <label className="vh" htmlFor="landed-order">
        {landedText.order}
      </label>
      <select
        className="input select"
        id="landed-order"
        value={search.Sort ?? ''}
        onChange={({ target }) =>
          onShow({ ...search, Sort: target.value === 'landed' ? 'landed' : undefined, page: undefined })
        }
      >
        <option value="">{landedText.asListed}</option>
        <option value="landed">{landedText.byLanded}</option>
      </select>
      <ChevronDown className="icon icon--s" aria-hidden />
    </span>
  )
}
