import './ItemPaper.css'
import { ArrowUpRight, Check, ClipboardPaste, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import type { StoredHints } from '#features/product-links/web/use-stored-hints.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import type { ItemReading } from '#features/readings/contract.ts'
import { useApproximate } from '#features/shipping/web/use-approximate.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { yuanToFen } from '#shared/format/money.ts'
import { detectLanguage } from '#shared/language.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { ItemLabel } from '../ItemLabel.tsx'
import { LastLinkForm } from './LastLinkForm.tsx'
import { describeReading } from './ReadingQuestion.tsx'
import type { StatedPrice } from './range-text.ts'

export type UnknownState = 'not-found' | 'walled' | 'unavailable' | 'no-source'

type RetryProps = { isBusy: boolean; onRetry: () => void }

type ItemPaperProps = RetryProps & {
  item: ItemParams
  /** The item's title, or marketplace and item number. */
  title: string
  state: UnknownState
  /** What the visitor's own link states; then the paper says nothing of missing details. */
  hints: StoredHints | undefined
  /** What a member read in its page. */
  reading: ItemReading | undefined
  price: StatedPrice | null
  /** What it costs with shipping. */
  children: ReactNode
}

/** All that is known of an item without information, on one paper; the states differ in it only. */
export function ItemPaper(props: ItemPaperProps) {
  const { item, title, state, hints, reading, price, isBusy, onRetry, children } = props
  const isClaimed = hints !== undefined || reading !== undefined
  const text = describeState(state, marketplaceLabels[item.shopType])
  return (
    <PaperOnMat state={state}>
      {hints ? <HintsLabel item={item} hints={hints} /> : <ItemLabel item={item} />}
      {reading && <p className="item-paper__from">{describeReading(reading)}</p>}
      <h1 className="product__title" lang={detectLanguage(title)}>
        {state === 'not-found' ? productText.notFound : title}
      </h1>
      {!isClaimed && <StateSentence text={text.sentence} isWalled={state === 'walled'} />}
      <div className="item-paper__row">
        {price ? <PaperPrice {...price} /> : !isClaimed && <p className="item-paper__help">{text.help}</p>}
        <OpenLink item={item} />
      </div>
      {state === 'unavailable' && !isClaimed && <RetryForm isBusy={isBusy} onRetry={onRetry} />}
      {state === 'not-found' ? <LinkChecks /> : children}
    </PaperOnMat>
  )
}

/** The paper of an address that cannot be an item. */
export function NoItemPaper() {
  return (
    <PaperOnMat state="not-found">
      <h1 className="product__title">{productText.notFound}</h1>
      <StateSentence text={productText.notFoundHint} />
      <p className="item-paper__help">{describeState('not-found', '').help}</p>
      <LinkChecks />
    </PaperOnMat>
  )
}

/** Why there is no information although the visitor's link states some, and the form to load it again. */
export function UnavailableNote(props: RetryProps) {
  return (
    <div className="item-paper__note">
      <p>{productText.unavailable}</p>
      <RetryForm {...props} />
    </div>
  )
}

function PaperOnMat({ state, children }: { state: UnknownState; children: ReactNode }) {
  return (
    <div className="item-paper surface-mat" data-state={state}>
      <div className="ruler-ticks item-paper__ruler" aria-hidden />
      <div className="item-paper__shadow">
        <div className="item-paper__sheet">{children}</div>
      </div>
    </div>
  )
}

/** 'From the link you pasted, 26 Nov 2026 · Taobao 990000731204' */
function HintsLabel({ item, hints }: { item: ItemParams; hints: StoredHints }) {
  const date = new Date(hints.at).toISOString()
  return (
    <p className="item-paper__from">
      <ClipboardPaste className="icon icon--s" aria-hidden />
      <span>
        <span>{hints.from === 'pasted' ? 'From the link you pasted, ' : 'From the link you opened, '}</span>
        <time dateTime={date}>{formatDate(date)}</time>
        <span className="item-paper__number">{` · ${marketplaceLabels[item.shopType]} ${item.productCode}`}</span>
      </span>
    </p>
  )
}

type StateTexts = { sentence: string; help: string }

function describeState(state: UnknownState, marketplace: string): StateTexts {
  switch (state) {
    case 'not-found':
      return { sentence: productText.notFoundHint, help: 'What to check:' }
    case 'walled':
      return {
        sentence: `${marketplace} ${productText.walled}`,
        help: "You can see it, we can't.",
      }
    case 'unavailable':
      return {
        sentence: productText.unavailable,
        help: "We can't load the details right now. You can still buy.",
      }
    case 'no-source':
      return { sentence: productText.noSource, help: 'Only a number so far.' }
  }
}

function StateSentence({ text, isWalled = false }: { text: string; isWalled?: boolean }) {
  if (!isWalled) return <p className="item-paper__said">{text}</p>
  return (
    <div className="item-paper__wall">
      <span className="item-paper__lock" aria-hidden>
        <Lock className="icon" />
      </span>
      <p className="item-paper__said">{text}</p>
    </div>
  )
}

function PaperPrice({ amount, amountTo, currency }: StatedPrice) {
  const approximate = useApproximate(currency)
  return (
    <p className="item-paper__price">
      <Price amount={amount} currency={currency} />
      {amountTo !== null && (
        <>
          <span>–</span>
          <Price amount={amountTo} currency={currency} />
        </>
      )}{' '}
      <span className="price__cur">{currency}</span>
      {amountTo === null && (
        <span className="item-paper__approximate">{` ${approximate?.(yuanToFen(amount)) ?? ''}`}</span>
      )}
    </p>
  )
}

function OpenLink({ item: { shopType, productCode } }: { item: ItemParams }) {
  return (
    <a
      className="item-paper__open"
      href={getCanonicalUrl(shopType, productCode)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span>{`Open on ${marketplaceLabels[shopType]}`}</span>
      <ArrowUpRight className="icon icon--s" aria-hidden />
      <span className="visually-hidden">, opens in a new tab</span>
    </a>
  )
}

/** Before it is hydrated, the form loads the page again, so no press is lost. */
function RetryForm({ isBusy, onRetry }: RetryProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onRetry()
      }}
    >
      <button type="submit" className="btn" aria-busy={isBusy || undefined}>
        {isBusy && <Spinner />}
        <span>Try Again</span>
      </button>
    </form>
  )
}

const checks = [
  'The number in the address matches your link.',
  'Your link opens one item, not a shop or a search.',
  'The seller still offers the item.',
]

/** What to check when an item is not found, and a form with its link. */
function LinkChecks() {
  return (
    <div className="link-checks">
      <ul>
        {checks.map((check) => (
          <li key={check}>
            <Check className="icon icon--s" aria-hidden />
            <span>{check}</span>
          </li>
        ))}
      </ul>
      <LastLinkForm />
    </div>
  )
}
