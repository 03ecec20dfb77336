import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowRight, ArrowUp, ImageOff, RotateCcw, Trash } from 'lucide-react'
import { useState } from 'react'
import { BuyButton } from '#features/agents/web/BuyButton.tsx'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { getEntryTitle } from '#features/collection/entry-title.ts'
import { getPriceIncrease } from '#features/collection/sort.ts'
import { formatWeight } from '#features/products/dimensions.ts'
import { LookPicture } from '#features/products/web/look/LookPicture.tsx'
import { productInfoQuery } from '#features/products/web/queries.ts'
import { formatDate } from '#shared/format/format-date.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { formatRelativeTime } from '#shared/format/relative-time.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { useNow } from '#shared/web/hooks/now.ts'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import './SavedItem.css'

const loadWithShipping = async () => (await import('./ItemWithShipping.tsx')).ItemWithShipping

type SavedItemProps = {
  entry: CollectionEntry
  /** It is being removed. */
  isLeaving: boolean
  onDelete: () => void
}

/** One saved item, as far as it is known. */
export function SavedItem({ entry, isLeaving, onDelete }: SavedItemProps) {
  const { shopType, productCode, skuId, variant, title } = entry
  const name = getEntryTitle(entry)
  const address = paths.product(shopType, productCode, skuId)
  return (
    <li className="saved-item" aria-busy={isLeaving || undefined}>
      <div className="saved-item__picture">
        <LookPicture
          listing={entry.imgList[0] ?? ''}
          reality={entry.qcImage}
          blank={<NoPicture />}
          alt=""
          width={480}
          height={480}
          sizes="196px"
          maxWidth={480}
        />
        {entry.qcVariant && <span className="saved-item__shows">Shows {entry.qcVariant}</span>}
      </div>
      <div className="saved-item__body">
        <p className="label">
          <span>{marketplaceLabels[shopType]}</span>{' '}
          {variant && <span className="saved-item__variant">{variant}</span>}
        </p>
        <h2 className="saved-item__title">
          <a href={address} lang={detectLanguage(name)}>
            {name}
          </a>
        </h2>
        {title === null ? <NoDetails /> : <KnownDetails entry={entry} />}
        <div className="saved-item__acts">
          {title === null && <TryAgain entry={entry} />}
          <a className="saved-item__details" href={address}>
            Details
            <ArrowRight className="icon icon--s" aria-hidden />
            <span className="visually-hidden">: {name}</span>
          </a>
          {title !== null && (
            <BuyButton shopType={shopType} productCode={productCode} look="quiet" of={name} />
          )}
        </div>
      </div>
      <button type="button" className="btn btn--quiet btn--icon saved-item__delete" onClick={onDelete}>
        <Trash className="icon" aria-hidden />
        <span className="visually-hidden">Delete: {name}</span>
      </button>
    </li>
  )
}

/** Where the seller has no photo and the switch says Listing. */
function NoPicture() {
  return (
    <span className="saved-item__blank">
      <ImageOff className="icon" aria-hidden />
    </span>
  )
}

/** The present price comes before the former one. */
function KnownDetails({ entry }: { entry: CollectionEntry }) {
  const { price, priceNow, currency, createdAt, weight } = entry
  const now = useNow()
  const WithShipping = useLazyComponent(loadWithShipping, weight !== null)
  const current = priceNow ?? price
  return (
    <div>
      <p className="saved-item__price">
        {current === null ? (
          <span className="muted">Price unknown</span>
        ) : (
          <Price amount={current} currency={currency} />
        )}
        {price !== null && priceNow !== null && (
          <PriceChange entry={entry} then={`${getCurrencySign(currency)}${formatYuan(price)}`} />
        )}
      </p>
      <p className={weight === null ? 'saved-item__facts' : 'saved-item__facts saved-item__facts--weighed'}>
        <span>
          {weight !== null && `${formatWeight(weight)} · `}
          Saved{' '}
          <time dateTime={createdAt} title={formatDate(createdAt)}>
            {formatRelativeTime(createdAt, now)}
          </time>
        </span>
        {weight !== null && WithShipping && <WithShipping entry={entry} />}
      </p>
    </div>
  )
}

function PriceChange({ entry, then }: { entry: CollectionEntry; then: string }) {
  const rise = getPriceIncrease(entry)
  if (rise === 0) return <span className="move">same as when saved</span>
  const Arrow = rise < 0 ? ArrowDown : ArrowUp
  return (
    <span className={rise < 0 ? 'move move--down' : 'move move--up'}>
      <Arrow className="icon icon--s" aria-hidden />
      {then} when saved
    </span>
  )
}

function NoDetails() {
  return (
    <p className="saved-item__why">
      <b>We couldn't load the details.</b> The item is still in your collection. You can open or delete it.
    </p>
  )
}

/** Asks the sources for the item, and then reads what is known about it. */
function TryAgain({ entry: { shopType, productCode } }: Pick<SavedItemProps, 'entry'>) {
  const send = useApiClient()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function handlePress() {
    if (isBusy) return
    setBusy(true)
    const asked = { ...productInfoQuery(send, { shopType, productCode }), staleTime: 0, retry: false }
    const isKnown = await queryClient.fetchQuery(asked).then(
      ({ data }) => data.state === 'known',
      () => false,
    )
    if (isKnown) await queryClient.invalidateQueries({ queryKey: ['viewCollection'] })
    else toast.error("We couldn't load the details.")
    setBusy(false)
  }
  return (
    <button type="button" className="btn" aria-busy={isBusy || undefined} onClick={handlePress}>
      {isBusy ? <Spinner /> : <RotateCcw className="icon icon--s" aria-hidden />}
      Try Again
    </button>
  )
}
