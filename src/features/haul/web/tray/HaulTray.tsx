import { useQuery } from '@tanstack/react-query'
import { ChevronUp, Package } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatNumber } from '#features/freight/describe-line-rules.ts'
import { formatMoney } from '#features/freight/format-money.ts'
import type { CurrencyEnum } from '#features/freight/option.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { formatYuan } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { useStore } from '#shared/web/store.ts'
import { countPieces, getGoodsTotalFen, getNetWeight, type Haul } from '../../haul.ts'
import { formatItemCount } from '../../haul-text.ts'
import { useHaul } from '../haul-edits.ts'
import { hasItems, haulText, traySheet } from '../haul-store.ts'
import { type PlanState, usePlan } from '../use-plan.ts'
import { describeNextStep, getTotalWithShipping } from './describe-tray.ts'
import { Polaroids } from './Polaroids.tsx'
import { useCounted } from './use-counted.ts'
import './HaulTray.css'

const HaulSheet = lazy(async () => ({ default: (await import('./HaulSheet.tsx')).HaulSheet }))

type HaulTrayProps = {
  /** A phone's page has Buy at its foot: there the tray is a button beside it. */
  isBesideBuy: boolean
}

/** What is in the haul and what it costs with shipping, at the page's foot or at a wide page's edge; it opens as a sheet. */
export function HaulTray({ isBesideBuy }: HaulTrayProps) {
  const haul = useHaul()
  const planned = usePlan(haul, 'CNY')
  const isOpen = useStore(traySheet)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const country = useCountryName(haul.destination)
  const isEmpty = haul.items.length === 0
  useEffect(() => {
    // A text that holds no haul, which only this code finds out, keeps no room.
    if (isEmpty && hasItems(haulText.get())) haulText.forget()
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
              <span>{`${formatNumber(getNetWeight(haul.items))} `}</span>
              <small>g</small>
            </span>
          </span>
          <TrayWords haul={haul} planned={planned} country={country} />
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
          <TabWords haul={haul} planned={planned} />
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

type TrayWordsProps = { haul: Haul; planned: PlanState; country: string }

function TrayWords({ haul: { items }, planned: { answer, added }, country }: TrayWordsProps) {
  const approximate = useApproximate(answer?.currency.code)
  const count = countPieces(items)
  const pieces = formatItemCount(count)
  const total = getTotalWithShipping(answer)
  if (!answer || total === undefined) {
    return (
      <span className="haul-tray__words">
        <b>{`${pieces}, ${formatNumber(getNetWeight(items))} g`}</b>
        <span>{describeMissing(items, country, answer !== undefined)}</span>
      </span>
    )
  }
  const fact = describeNextStep(answer, added)
  return (
    <span className="haul-tray__words" aria-live="polite">
      <b>
        <CountedMoney units={total} currency={answer.currency} />{' '}
        <span className="haul-tray__to">
          <span>with shipping</span>
          <span className="haul-tray__country">{` to ${country}`}</span>
          <span>{` ${approximate?.(total, true) ?? ''}`}</span>
        </span>
      </b>
      <span>
        <span>{pieces}</span>
        {fact && (
          <>
            <span>{' · '}</span>
            <span className="haul-tray__fact">{fact}</span>
          </>
        )}
      </span>
    </span>
  )
}

/** The same in a tab's few letters: how many items, and their sum or what is missing for it. */
function TabWords({ haul: { items }, planned: { answer } }: Omit<TrayWordsProps, 'country'>) {
  const count = countPieces(items)
  const total = getTotalWithShipping(answer)
  return (
    <>
      <span className="haul-tray__count" aria-hidden>
        {count}
      </span>
      <span className="visually-hidden">{`${formatItemCount(count)}, `}</span>
      <span className="haul-tray__sum" aria-live="polite">
        {answer && total !== undefined ? (
          <>
            <b>
              <CountedMoney units={total} currency={answer.currency} />
            </b>
            <span>{' with shipping'}</span>
          </>
        ) : (
          `${formatNumber(getNetWeight(items))} g`
        )}
      </span>
    </>
  )
}

/** Screen readers wait until it has counted. */
function CountedMoney({ units, currency }: { units: number; currency: CurrencyEnum }) {
  const shown = useCounted(units)
  return <span aria-busy={shown !== units || undefined}>{formatMoney(shown, currency)}</span>
}

function describeMissing(items: Haul['items'], country: string, isPlanned: boolean): string {
  if (items.every(({ grams }) => grams === null)) return 'Add a weight to see the price'
  if (country === '') return `¥${formatYuan(getGoodsTotalFen(items) / 100)} without shipping`
  return isPlanned ? `No line takes it to ${country}` : 'Finding the cheapest way…'
}
