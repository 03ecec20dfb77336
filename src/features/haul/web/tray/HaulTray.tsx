import { useQuery } from '@tanstack/react-query'
import { ChevronUp, Package } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatMoney } from '#features/freight/format-money.ts'
import type { CurrencyEnum } from '#features/freight/option.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatYuan } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { useStore } from '#shared/web/store.ts'
import { countPieces, getGoodsTotalFen, getNetGrams, type Haul } from '../../haul.ts'
import { formatItemCount } from '../../haul-text.ts'
import { useHaul } from '../haul-edits.ts'
import { hasItems, haulText, traySheet } from '../haul-store.ts'
import { formatNetWeight } from '../plan/format-haul.ts'
import { type PlanState, usePlan } from '../use-plan.ts'
import { describeTrayTip, getTotalWithShipping } from './describe-tray.ts'
import { Polaroids } from './Polaroids.tsx'
import { useCounted } from './use-counted.ts'
import './HaulTray.css'

const HaulSheet = lazy(async () => ({ default: (await import('./HaulSheet.tsx')).HaulSheet }))

type HaulTrayProps = {
  /** On phones the page has a Buy bar at the bottom: there the tray is a button beside it. */
  isBesideBuy: boolean
}

/**
 * The haul and its price with shipping, at the bottom of the page or at the edge of a wide one; it opens as a sheet.
 */
export function HaulTray({ isBesideBuy }: HaulTrayProps) {
  const haul = useHaul()
  const planned = usePlan(haul, 'CNY')
  const isOpen = useStore(traySheet)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const country = useCountryName(haul.destination)
  const isEmpty = haul.items.length === 0
  useEffect(() => {
    // The space for the tray is removed when the stored text is invalid, which only this code can detect.
    if (isEmpty && hasItems(haulText.get())) haulText.clear()
  }, [isEmpty])
  if (isEmpty) return null
  return (
    <>
      <aside className={isBesideBuy ? 'haul-tray haul-tray--wide' : 'haul-tray'} aria-label="Haul">
        <button
          type="button"
          className="haul-tray__open"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => traySheet.set(true)}
        >
          <Polaroids items={haul.items} />
          <span className="haul-tray__scale" aria-hidden>
            <span className="scale-display">
              <span>{`${formatNumber(getNetGrams(haul.items))} `}</span>
              <small>g net</small>
            </span>
          </span>
          <TrayText haul={haul} planned={planned} country={country} />
          <span className="visually-hidden">, open the haul</span>
          <ChevronUp className="icon icon--s" aria-hidden />
        </button>
        <a className="btn haul-tray__plan" href={paths.haul()}>
          Plan<span className="visually-hidden"> the haul</span>
        </a>
        <button
          type="button"
          className="haul-tray__tab"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => traySheet.set(true)}
        >
          <TabText haul={haul} planned={planned} />
          <span className="visually-hidden">, open the haul</span>
          <Package className="icon icon--s" aria-hidden />
        </button>
      </aside>
      {wasOpen && (
        <Suspense>
          <HaulSheet
            haul={haul}
            planned={planned}
            country={country}
            isOpen={isOpen}
            onClose={() => traySheet.set(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function useCountryName(code: string): string {
  const { data } = useQuery({ ...countryNameQuery(code), enabled: code !== '' })
  return code === '' ? '' : (data ?? code)
}

type TrayTextProps = { haul: Haul; planned: PlanState; country: string }

function TrayText({ haul: { items }, planned: { result, added }, country }: TrayTextProps) {
  const approximate = useApproximate(result?.currency.code)
  const count = countPieces(items)
  const pieces = formatItemCount(count)
  const total = getTotalWithShipping(result)
  if (!result || total === undefined) {
    return (
      <span className="haul-tray__words">
        <b>{`${pieces}, ${formatNetWeight(items)}`}</b>{' '}
        <span>{describeMissing(items, country, result !== undefined)}</span>
      </span>
    )
  }
  const tip = describeTrayTip(result, added)
  return (
    <span className="haul-tray__words" aria-live="polite">
      <b>
        <CountedMoney units={total} currency={result.currency} />{' '}
        <span className="haul-tray__to">
          <span>with shipping</span>
          <span className="haul-tray__country">{` to ${country}`}</span>{' '}
          <span className="haul-tray__approximate">{approximate?.(total, true) ?? ''}</span>
        </span>
      </b>{' '}
      <span>
        <span>{pieces}</span>
        {tip && (
          <>
            <span>{' · '}</span>
            <span className="haul-tray__fact">{tip}</span>
          </>
        )}
      </span>
    </span>
  )
}

/** The short text of the tab: the number of items, and their total or weight. */
function TabText({ haul: { items }, planned: { result } }: Omit<TrayTextProps, 'country'>) {
  const count = countPieces(items)
  const total = getTotalWithShipping(result)
  return (
    <>
      <span className="haul-tray__count" aria-hidden>
        {count}
      </span>
      <span className="visually-hidden">{`${formatItemCount(count)}, `}</span>
      <span className="haul-tray__sum" aria-live="polite">
        {result && total !== undefined ? (
          <>
            <b>
              <CountedMoney units={total} currency={result.currency} />
            </b>
            <span>{' with shipping'}</span>
          </>
        ) : (
          formatNetWeight(items)
        )}
      </span>
    </>
  )
}

/** `aria-busy` makes screen readers wait until the animation ends. */
function CountedMoney({ units, currency }: { units: number; currency: CurrencyEnum }) {
  const currentUnits = useCounted(units)
  return <span aria-busy={currentUnits !== units || undefined}>{formatMoney(currentUnits, currency)}</span>
}

function describeMissing(items: Haul['items'], country: string, isPlanned: boolean): string {
  if (items.every(({ grams }) => grams === null)) return 'Add a weight to see the price'
  if (country === '') return `¥${formatYuan(getGoodsTotalFen(items) / 100)} without shipping`
  return isPlanned ? `No line takes it to ${country}` : 'Finding the cheapest way…'
}
