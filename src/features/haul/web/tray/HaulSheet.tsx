import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { formatMoney } from '#features/freight/format-money.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatYuan } from '#shared/format/money.ts'
import { soldOutLabel } from '#shared/items/variant-selection.ts'
import { detectLanguage } from '#shared/language.ts'
import { paths } from '#shared/paths.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { BenchScale } from '#shared/web/ui/values/BenchScale.tsx'
import { countPieces, getNetGrams, type Haul, type HaulItem } from '../../haul.ts'
import { formatItemCount } from '../../haul-text.ts'
import { removeHaulItem } from '../haul-edits.ts'
import { getSplitTotal } from '../plan/describe-plan.ts'
import { formatShippingLabel } from '../plan/format-haul.ts'
import type { PlanState } from '../use-plan.ts'
import { useSoldOutCheck } from '../use-sold-out.ts'
import { describeSplitSaving, describeTrayTip, getTotalWithShipping } from './describe-tray.ts'
import { Polaroids } from './Polaroids.tsx'
import './HaulSheet.css'

type HaulSheetProps = {
  haul: Haul
  planned: PlanState
  country: string
  isOpen: boolean
  onClose: () => void
}

/** The haul's items and their total, over any page. */
export function HaulSheet({ haul, planned, country, isOpen, onClose }: HaulSheetProps) {
  const count = countPieces(haul.items)
  const pieces = formatItemCount(count)
  /** Closes the sheet when a link is followed, because it would cover the next page. */
  function handleClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a')) onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Your haul"
      className="haul-sheet"
      description={country === '' ? pieces : `${pieces} to ${country}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside take the keys */}
      <div className="haul-sheet__in" onClick={handleClick}>
        <div className="haul-sheet__bench surface-mat" aria-hidden>
          <Polaroids items={haul.items} />
          <BenchScale grams={getNetGrams(haul.items)} />
        </div>
        <ul className="haul-sheet__list">
          {haul.items.map((item) => (
            <SheetRow key={item.id} item={item} isLast={haul.items.length === 1} onClose={onClose} />
          ))}
        </ul>
        <div className="haul-sheet__foot">
          <SheetSums planned={planned} country={country} />
          <a className="primary-button" href={paths.haul()}>
            Plan the haul
          </a>
        </div>
      </div>
    </Dialog>
  )
}

function SheetRow({ item, isLast, onClose }: { item: HaulItem; isLast: boolean; onClose: () => void }) {
  const { id, name, grams, quantity, priceFen, offer, sku, variant, picture } = item
  const isSoldOut = useSoldOutCheck(offer)(sku)
  const weight = grams === null ? 'weight unknown' : `${formatNumber(grams)} g`
  const pieces = quantity > 1 ? `${quantity} x ${weight}` : weight
  function handleRemove() {
    toast(`Removed: ${name}`, { undo: removeHaulItem(id) })
    if (isLast) onClose()
  }
  return (
    <li>
      {picture === '' ? (
        <span className="haul-sheet__blank" />
      ) : (
        <Picture src={picture} alt="" width={160} height={160} sizes="40px" maxWidth={160} />
      )}
      <span className="haul-sheet__name">
        {offer ? (
          <a href={paths.product(offer.shopType, offer.productCode, sku)} lang={detectLanguage(name)}>
            {name}
          </a>
        ) : (
          <span lang={detectLanguage(name)}>{name}</span>
        )}
        <small>{[variant, pieces].filter(Boolean).join(' · ')}</small>
        {isSoldOut && <small className="haul-sheet__sold-out">{soldOutLabel}</small>}
      </span>
      <span>{priceFen !== null && `¥${formatYuan((priceFen * quantity) / 100)}`}</span>
      <button type="button" className="btn btn--quiet btn--icon" onClick={handleRemove}>
        <X className="icon" aria-hidden />
        <span className="visually-hidden">{`Remove: ${name}`}</span>
      </button>
    </li>
  )
}

/** Goods, shipping and their total, or a button for the missing country. */
function SheetSums({ planned, country }: { planned: PlanState; country: string }) {
  const { result, added } = planned
  const approximate = useApproximate(result?.currency.code)
  const total = getTotalWithShipping(result)
  if (country === '') {
    return (
      <button type="button" className="btn" onClick={() => openShipTo()}>
        Choose a country
      </button>
    )
  }
  if (!result || total === undefined) return null
  const { plan, goods } = result
  const tip = describeTrayTip(result, added)
  return (
    <>
      <dl>
        <div>
          <dt>Goods</dt>
          <dd>{formatMoney(goods ?? 0, result.currency)}</dd>
        </div>
        <div>
          <dt>{formatShippingLabel(plan.split.map(({ option }) => option))}</dt>
          <dd>{formatMoney(getSplitTotal(result), result.currency)}</dd>
        </div>
        <div className="haul-sheet__total">
          <dt>With shipping</dt>
          <dd>
            <span>{`${formatMoney(total, result.currency)} `}</span>
            <small>{approximate?.(total)}</small>
          </dd>
        </div>
      </dl>
      <p className="haul-sheet__tip">
        {[describeSplitSaving(result), tip && `${tip.charAt(0).toUpperCase()}${tip.slice(1)}.`]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  )
}
