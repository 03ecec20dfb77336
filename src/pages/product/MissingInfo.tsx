import './MissingInfo.css'
import { Check, ExternalLink, Link2 } from 'lucide-react'
import { getCanonicalUrl } from '#features/product-links/canonical-url.ts'
import { type StoredHints, useStoredHints } from '#features/product-links/web/use-stored-hints.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { detectLanguage } from '#shared/language.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { ItemLabel } from './ItemLabel.tsx'
import { LastLinkForm } from './LastLinkForm.tsx'
import { ReasonText } from './ReasonText.tsx'

export type MissingInfoProps = {
  item: ItemParams
  /** The product's name, or marketplace and item number. */
  name: string
  state: 'not-found' | 'walled' | 'unavailable' | 'no-source'
  /** A lookup is in progress. */
  isBusy: boolean
  onRetry: () => void
}

/** The head of an item's page without information: what the visitor's own link says, or why there is nothing. */
export function MissingInfo({ item, name, state, isBusy, onRetry }: MissingInfoProps) {
  const hints = useStoredHints(item)
  const isStated = state !== 'not-found' && hints !== undefined && (hints.title ?? hints.price) !== null
  const reason = <MissingReason item={item} state={state} isBusy={isBusy} onRetry={onRetry} />
  if (isStated)
    return (
      <div className="stated-item">
        <div className="stated-mat surface-mat">
          <StatedPaper item={item} name={name} hints={hints} />
        </div>
        {state === 'unavailable' && reason}
      </div>
    )
  return (
    <div>
      <ItemLabel item={item} />
      <h1 className="product__title">{state === 'not-found' ? productText.notFound : name}</h1>
      {reason}
    </div>
  )
}

type StatedPaperProps = { item: ItemParams; name: string; hints: StoredHints }

/** Title and price that the visitor's link states, with where they come from and when. */
function StatedPaper({ item, name, hints }: StatedPaperProps) {
  const { title, price, priceTo, currency, from, at } = hints
  const date = new Date(at).toISOString()
  const shop = marketplaceLabels[item.shopType]
  return (
    <div className="stated">
      <div className="stated__paper">
        <p className="stated__from">
          <Link2 className="icon icon--s" aria-hidden />
          <span>
            <span>{from === 'pasted' ? 'From the link you pasted, ' : 'From the link you opened, '}</span>
            <time dateTime={date}>{formatDate(date)}</time>
            <span className="stated__number">{` · ${shop} ${item.productCode}`}</span>
          </span>
        </p>
        <h1 className="product__title" lang={detectLanguage(title ?? '')}>
          {title ?? name}
        </h1>
        <div className="stated__price">
          {price !== null && currency !== null && (
            <span>
              <Price amount={price} currency={currency} />
              {priceTo !== null && (
                <>
                  <span>–</span>
                  <Price amount={priceTo} currency={currency} />
                </>
              )}{' '}
              <span className="stated__currency">{currency}</span>
            </span>
          )}
          <a
            className="stated__open"
            href={getCanonicalUrl(item.shopType, item.productCode)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <span>{`Open on ${shop}`}</span>
            <ExternalLink className="icon icon--s" aria-hidden />
            <span className="visually-hidden">, opens in a new tab</span>
          </a>
        </div>
      </div>
    </div>
  )
}

function MissingReason({ item, state, isBusy, onRetry }: Omit<MissingInfoProps, 'name'>) {
  switch (state) {
    case 'not-found':
      return <NotFoundReason />
    case 'unavailable':
      return (
        <ReasonText
          text={productText.unavailable}
          help="We can't load the details right now. You can still buy."
        >
          {/* Before this part is hydrated, the form loads the page again, so no press is lost. */}
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
        </ReasonText>
      )
    case 'walled':
      return (
        <ReasonText
          text={`${marketplaceLabels[item.shopType]} ${productText.walled}`}
          help="You can see it, we can't."
        />
      )
    case 'no-source':
      return (
        <ReasonText
          text={productText.noSource}
          help="See the title, price and variants on your agent's site."
        />
      )
  }
}

/** What to check when an item is not found, and a form with its link. */
export function NotFoundReason() {
  return (
    <ReasonText text={productText.notFoundHint} help="What to check:">
      <ul className="product__checks">
        {checks.map((check) => (
          <li key={check}>
            <Check className="icon icon--s" aria-hidden />
            <span>{check}</span>
          </li>
        ))}
      </ul>
      <LastLinkForm />
    </ReasonText>
  )
}

const checks = [
  'The number in the address matches your link.',
  'Your link opens one item, not a shop or a search.',
  'The seller still offers the item.',
]
