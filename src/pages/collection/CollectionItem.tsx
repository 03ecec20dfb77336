import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, Check, ImageOff, Package, Plus, RotateCcw, Trash } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { getPriceIncrease } from '#features/collection/sort.ts'
import { getPieceGroupKey } from '#features/haul/piece-groups.ts'
import { createItemFromEntry } from '#features/haul/web/list/haul-item.ts'
import { formatAddedCost } from '#features/haul/web/plan/describe-plan.ts'
import type { PlanState } from '#features/haul/web/use-plan.ts'
import { useSoldOutCheck } from '#features/haul/web/use-sold-out.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { LookPicture } from '#features/products/web/look/LookPicture.tsx'
import { productInfoQuery } from '#features/products/web/queries.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { isSoldOut as isStockSoldOut, soldOutLabel } from '#shared/items/variant-selection.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { type CollectionRow, getRowName } from './collection-rows.ts'
import type { MoveStart } from './use-row-moves.ts'

import './CollectionItem.css'

type CollectionItemProps = {
  row: CollectionRow
  planned: PlanState
  /** A request that removes or saves the item is pending. */
  isLeaving: boolean
  onToggle: (start: MoveStart) => void
  onDelete: () => void
}

/** One item, with the button that moves it between the haul and the list for later. */
export function CollectionItem({ row, planned, isLeaving, onToggle, onDelete }: CollectionItemProps) {
  const { key, entry, item } = row
  const name = getRowName(row)
  const offer = entry ?? item?.offer
  const variant = item?.variant || entry?.variant
  const isVariantSoldOut = useSoldOutCheck(offer ?? null)
  const isSoldOut =
    isVariantSoldOut(item?.sku ?? entry?.skuId ?? null) || (entry !== undefined && isStockSoldOut(entry))
  const url = offer && paths.product(offer.shopType, offer.productCode, item?.sku ?? entry?.skuId)
  const language = detectLanguage(name)
  return (
    <li
      className={item ? 'collection-item' : 'collection-item collection-item--later'}
      data-row={key}
      aria-busy={isLeaving || undefined}
    >
      <div className="collection-item__picture">
        <RowPicture row={row} />
      </div>
      <div className="collection-item__what">
        <h3 className="collection-item__title">
          {url ? (
            <a href={url} lang={language}>
              {name}
            </a>
          ) : (
            <span lang={language}>{name}</span>
          )}
        </h3>
        <p className="collection-item__of">
          {[offer && marketplaceLabels[offer.shopType], variant].filter(Boolean).join(' · ')}
        </p>
        {isSoldOut && <p className="collection-item__sold-out">{soldOutLabel}</p>}
        {entry?.title === null && !entry.note ? (
          <NoDetails entry={entry} />
        ) : (
          <ItemFacts row={row} planned={planned} />
        )}
      </div>
      <div className="collection-item__acts">
        <StateButton isInHaul={item !== undefined} name={name} onToggle={onToggle} />
        {url && (
          <a className="btn btn--quiet collection-item__details" href={url}>
            Details<span className="visually-hidden">{`: ${name}`}</span>
          </a>
        )}
        <button type="button" className="btn btn--quiet btn--icon" title="Delete" onClick={onDelete}>
          <Trash className="icon" aria-hidden />
          <span className="visually-hidden">{`Delete: ${name}`}</span>
        </button>
      </div>
    </li>
  )
}

type StateButtonProps = { isInHaul: boolean; name: string; onToggle: (start: MoveStart) => void }

function StateButton({ isInHaul, name, onToggle }: StateButtonProps) {
  const Icon = isInHaul ? Check : Plus
  function handleClick({ currentTarget, detail }: MouseEvent<HTMLElement>) {
    const startRect = currentTarget.closest('li')?.getBoundingClientRect()
    if (startRect) onToggle({ from: startRect, byKeys: detail === 0 })
  }
  return (
    <button type="button" className="collection-item__state" aria-pressed={isInHaul} onClick={handleClick}>
      <span className="collection-item__mark" aria-hidden>
        <Icon className="icon" />
      </span>
      <span>{isInHaul ? 'In the haul' : 'Add to haul'}</span>
      <span className="visually-hidden">{`: ${name}`}</span>
    </button>
  )
}

const size = { width: 480, height: 480, sizes: '104px', maxWidth: 480 } as const

/** The pictures of an item; one that is not saved has only the haul's picture. */
function RowPicture({ row: { entry, item } }: { row: CollectionRow }) {
  if (!entry) {
    if (item?.picture) return <Picture {...size} src={item.picture} alt="" />
    return <NoPicture>{item?.offer ? <ImageOff className="icon" /> : <Package className="icon" />}</NoPicture>
  }
  return (
    <>
      <LookPicture
        {...size}
        listing={item?.picture || entry.imgList[0] || ''}
        reality={entry.qcImage}
        blank={
          <NoPicture>
            <ImageOff className="icon" />
          </NoPicture>
        }
        alt=""
      />
      {entry.qcVariant && <span className="collection-item__shows">{`Shows ${entry.qcVariant}`}</span>}
    </>
  )
}

function NoPicture({ children }: { children: ReactNode }) {
  return (
    <span className="collection-item__blank" aria-hidden>
      {children}
    </span>
  )
}

/** The price, its change since the item was saved, and the weight or the added shipping cost. */
function ItemFacts({ row: { entry, item }, planned }: Pick<CollectionItemProps, 'row' | 'planned'>) {
  const savedPrice = entry ? (entry.priceNow ?? entry.price ?? entry.note?.price ?? null) : null
  const price = item && item.priceFen !== null ? (item.priceFen * item.quantity) / 100 : savedPrice
  const note = entry?.title === null ? entry.note : null
  const isLowerEnd = note?.priceTo != null && note.price === price
  return (
    <>
      {entry && <PriceChange entry={entry} />}
      {(entry?.note || item?.hinted) && <p className="collection-item__of">From your link</p>}
      <p className="collection-item__figures">
        {price === null ? (
          <span>Price unknown</span>
        ) : (
          <>
            {isLowerEnd && <span>from </span>}
            <Price amount={price} currency={entry?.note?.currency ?? entry?.currency ?? 'CNY'} />
          </>
        )}
        <span>{item ? formatWeights(item) : entry && describeAdded(entry, planned)}</span>
      </p>
    </>
  )
}

/** '910 g', '2 x 245 g' */
function formatWeights({ grams, quantity }: { grams: number | null; quantity: number }): string {
  const itemWeight = grams === null ? 'weight unknown' : `${formatNumber(grams)} g`
  return quantity === 1 ? itemWeight : `${quantity} x ${itemWeight}`
}

/** '+ ¥13.16 shipping', the cost of one more item in the current haul; the weight while the cost is unknown. */
function describeAdded(entry: CollectionEntry, { result, candidateCosts }: PlanState): string {
  const { grams, sidesMm, category } = createItemFromEntry(entry)
  if (grams === null) return 'weight unknown'
  const cost = candidateCosts?.get(getPieceGroupKey({ grams, sidesMm, category }))
  if (cost === undefined || !result) return `${formatNumber(grams)} g`
  if (cost === null) return 'no line takes it'
  return `${formatAddedCost(cost, result.currency)} shipping`
}

/** Changes below one unit of the currency are rounding by a seller or a source, and not shown. */
function PriceChange({ entry }: { entry: CollectionEntry }) {
  const increase = getPriceIncrease(entry)
  if (Math.abs(increase) < 1) return null
  const amount = `${getCurrencySign(entry.currency)}${formatYuan(Math.abs(increase))}`
  if (increase > 0)
    return <p className="collection-item__change">{`${amount} more than when you saved it`}</p>
  return (
    <p className="collection-item__change collection-item__change--down">
      <ArrowDown className="icon icon--s" aria-hidden />
      <span>{`${amount} less than when you saved it`}</span>
    </p>
  )
}

type NoDetailsProps = { entry: CollectionEntry }

function NoDetails({ entry }: NoDetailsProps) {
  return (
    <>
      <p className="collection-item__why">
        <b>{entry.hasSource ? "We couldn't load the details." : productText.noSource}</b>{' '}
        <span>The item is still in your collection. You can open or delete it.</span>
      </p>
      {entry.hasSource && <TryAgain entry={entry} />}
    </>
  )
}

/** Fetches the item from the sources, and reloads the collection when its data has arrived. */
function TryAgain({ entry: { shopType, productCode } }: NoDetailsProps) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function handlePress() {
    if (isBusy) return
    setBusy(true)
    const query = { ...productInfoQuery(send, { shopType, productCode }), staleTime: 0, retry: false }
    const isKnown = await queryClient.fetchQuery(query).then(
      ({ data }) => data.state === 'known',
      () => false,
    )
    if (isKnown) await queryClient.invalidateQueries({ queryKey: ['viewCollection'] })
    else toast.error("We couldn't load the details.")
    setBusy(false)
  }
  return (
    <button type="button" className="textbtn" aria-busy={isBusy || undefined} onClick={handlePress}>
      {isBusy ? <Spinner /> : <RotateCcw className="icon icon--s" aria-hidden />}
      <span>Try Again</span>
    </button>
  )
}
