import './UnknownItem.css'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { toClaimedProduct } from '#features/haul/claimed-product.ts'
import type { ListedProduct } from '#features/haul/listed-product.ts'
import { type StoredHints, useStoredHints } from '#features/product-links/web/use-stored-hints.ts'
import type { Product } from '#features/products/contract.ts'
import { ItemMeasurements } from '#features/products/web/details/ItemMeasurements.tsx'
import type { ItemReading } from '#features/readings/contract.ts'
import { HandOverBar } from '#features/readings/web/hand-over/HandOverBar.tsx'
import { readingQuery } from '#features/readings/web/queries.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { AdminProductSlot } from '../admin/AdminProductSlot.tsx'
import { WatchSlot } from '../WatchSlot.tsx'
import { BuyOptions, BuyOptionsBar } from './BuyOptions.tsx'
import { ItemPaper, NoItemPaper, UnavailableNote, type UnknownState } from './ItemPaper.tsx'
import { ReadingQuestion } from './ReadingQuestion.tsx'
import type { StatedPrice } from './range-text.ts'
import { ShippingRange } from './ShippingRange.tsx'
import { useItemAnswers } from './stored-answers.ts'
import { useGuessedItem } from './use-guessed-item.ts'

/** Its shipping section; here, so that the page's own code names one file only. */
export const loadShipping = async () => (await import('./UnknownShipping.tsx')).UnknownShipping

type UnknownItemProps = {
  item: ItemParams
  /** The product's name, or marketplace and item number. */
  name: string
  product: Product | null
  kind: ItemKind | null
  /** The product as the haul stores it. */
  listed: ListedProduct | null
  state: UnknownState
  /** A lookup is in progress. */
  isBusy: boolean
  onRetry: () => void
}

/** The page's main part for an item without information, and for a URL that cannot be an item, which has no item. */
export function UnknownItem(props: UnknownItemProps | { item: null }) {
  return props.item ? <UnknownItemView {...props} /> : <NoItem />
}

/**
 * A paper with all that is known, and still the Buy button. What the visitor's own link states is shown here, and goes to
 * the haul and the collection of this visitor.
 */
function UnknownItemView(props: UnknownItemProps) {
  const { item, name, product, state, isBusy, onRetry } = props
  const stored = useStoredHints(item)
  const hints = state === 'not-found' || product ? undefined : stored && findUsable(stored)
  const reading = useShownReading(item, hints !== undefined || product !== null || state === 'not-found')
  const price = state === 'not-found' ? null : getStatedPrice(product, hints ?? reading)
  useEffect(() => document.documentElement.removeAttribute('data-hints'), []) // set before paint, for the first item only
  const claimed = useClaimedProduct(item, hints ?? reading, reading?.weight ?? null)
  const haulItem = state === 'not-found' ? undefined : (props.listed ?? claimed)
  return (
    <>
      <div className="product unknown-item">
        <ItemPaper
          item={item}
          title={hints?.title ?? reading?.title ?? name}
          state={state}
          hints={hints}
          reading={reading}
          price={price}
          isBusy={isBusy}
          onRetry={onRetry}
        >
          <ShippingRange
            item={item}
            product={product ?? (reading ? { weight: reading.weight, dimensions: null } : null)}
            kind={props.kind ?? reading?.kind ?? null}
            price={price}
          />
        </ItemPaper>
        <div className="unknown-item__pictures">
          <EmptyMat />
          {state !== 'not-found' && !product && (
            <HandOverBar item={item} further={<WatchForPhotos item={item} name={name} />} />
          )}
        </div>
        <div className="unknown-item__rest">
          {reading && <ReadingQuestion item={item} reading={reading} />}
          {(hints ?? reading) && state === 'unavailable' && (
            <UnavailableNote isBusy={isBusy} onRetry={onRetry} />
          )}
          <BuyOptions item={item} name={name} haulItem={haulItem} />
          <ItemMeasurements product={product} />
          <AdminProductSlot item={item} product={product} sourceLabel={null} />
        </div>
      </div>
      <BuyOptionsBar item={item} haulItem={haulItem} price={price} />
    </>
  )
}

function WatchForPhotos({ item, name }: { item: ItemParams; name: string }) {
  return (
    <WatchSlot item={item} name={name} anchor="watch-handed-over" className="btn" label="Watch for QC photos">
      <Bell className="icon icon--s" aria-hidden />
    </WatchSlot>
  )
}

/** What a member read of the item, unless something better is known of it. */
function useShownReading(item: ItemParams, isHidden: boolean): ItemReading | undefined {
  const { data } = useQuery(readingQuery(useApiClient(), item))
  return isHidden ? undefined : data?.data[0]
}

function NoItem() {
  return (
    <div className="product unknown-item">
      <NoItemPaper />
      <div className="unknown-item__pictures">
        <EmptyMat />
      </div>
    </div>
  )
}

/** Where the pictures of a known item are; on phones it takes no space. */
function EmptyMat() {
  return (
    <div className="unknown-item__mat surface-mat" aria-hidden>
      <div className="ruler-ticks unknown-item__ruler" />
      <div className="ruler-ticks ruler-ticks--v unknown-item__ruler unknown-item__ruler--side" />
      <div className="unknown-item__frames">
        <span />
        <span />
        <span />
      </div>
    </div>
  )
}

/** Hints that say more than the variant. */
function findUsable(hints: StoredHints): StoredHints | undefined {
  return hints.title !== null || hints.price !== null ? hints : undefined
}

type ClaimedFacts = Pick<StoredHints, 'title' | 'price' | 'priceTo' | 'currency'>

function getStatedPrice(product: Product | null, hints: ClaimedFacts | undefined): StatedPrice | null {
  if (product) return { amount: product.shown.price, amountTo: null, currency: 'CNY' }
  if (!hints || hints.price === null || hints.currency === null) return null
  return { amount: hints.price, amountTo: hints.priceTo, currency: hints.currency }
}

/** The item for the haul, with what the visitor's link and answers say. The planner asks for a missing weight. */
function useClaimedProduct(
  item: ItemParams,
  hints: ClaimedFacts | undefined,
  readWeight: number | null,
): ListedProduct {
  const { kind, grams, size } = useItemAnswers(item)
  const guessed = useGuessedItem({ item, product: null, kind: null })
  const { title = null, price = null, currency = null } = hints ?? {}
  return toClaimedProduct(item, {
    title,
    price,
    currency,
    kind: guessed?.kind ?? null,
    isKindChosen: kind !== null,
    weight: grams ?? readWeight,
    dimensions: size,
  })
}
