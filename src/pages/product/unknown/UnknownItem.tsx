import './UnknownItem.css'
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
import type { ItemParams } from '#shared/marketplaces.ts'
import { AdminProductSlot } from '../admin/AdminProductSlot.tsx'
import type { MeasuredProduct } from '../shipping/estimate-prefill.ts'
import { WatchSlot } from '../WatchSlot.tsx'
import { BuyOptions, BuyOptionsBar } from './BuyOptions.tsx'
import { ItemPaper, NoItemPaper, UnavailableNote, type UnknownState } from './ItemPaper.tsx'
import { ReadingQuestion } from './ReadingQuestion.tsx'
import type { StatedPrice } from './range-text.ts'
import { ShippingRange } from './ShippingRange.tsx'
import { useItemAnswers } from './stored-answers.ts'
import { type GuessedItemProps, useGuessedItem } from './use-guessed-item.ts'

/** Its shipping section; here, so that the page's own code names one file only. */
export const loadShipping = async () => (await import('./UnknownShipping.tsx')).UnknownShipping

type UnknownItemProps = {
  item: ItemParams
  /** The product's name, or marketplace and item number. */
  name: string
  product: Product | null
  measured: MeasuredProduct
  kind: ItemKind | null
  /** What a member read in its page. */
  reading: ItemReading | undefined
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
 * A paper with all that is known, and still the Buy button. What the visitor's own link states is shown here, before what a
 * member read, and goes to the haul and the collection of this visitor.
 */
function UnknownItemView(props: UnknownItemProps) {
  const { item, name, product, measured, kind, state, isBusy, onRetry } = props
  const stored = useStoredHints(item)
  const hints = state === 'not-found' || product ? undefined : stored && findUsable(stored)
  const reading = hints ? undefined : props.reading
  const price = state === 'not-found' ? null : getStatedPrice(product, hints ?? reading)
  useEffect(() => document.documentElement.removeAttribute('data-hints'), []) // set before paint, for the first item only
  const claimed = useClaimedProduct(
    { item, product: measured, kind },
    hints ?? reading,
    reading !== undefined,
  )
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
          <ShippingRange item={item} product={measured} kind={kind} price={price} />
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
          <ItemMeasurements product={measured} />
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

/**
 * The item for the haul, with what the visitor's answers, link or a member say. The planner asks for a missing weight.
 * `isReadByMember`: the claims are a member's.
 */
function useClaimedProduct(
  props: GuessedItemProps,
  claims: ClaimedFacts | undefined,
  isReadByMember: boolean,
): ListedProduct {
  const { item, product } = props
  const { kind, grams, size } = useItemAnswers(item)
  const guessed = useGuessedItem(props)
  const { title = null, price = null, currency = null } = claims ?? {}
  return toClaimedProduct(item, {
    title,
    price,
    currency,
    kind: guessed?.kind ?? null,
    isKindChosen: kind !== null,
    isReadByMember,
    weight: grams ?? product?.weight ?? null,
    dimensions: size,
  })
}
