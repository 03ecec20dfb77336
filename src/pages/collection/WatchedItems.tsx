import { useRef, useState } from 'react'
import type { Watch } from '#features/watches/contract.ts'
import { formatPrice } from '#features/watches/price-chart.ts'
import { watchText } from '#features/watches/texts-and-limits.ts'
import { describeWatch, getWatchTitle } from '#features/watches/watch-texts.ts'
import { useWatchMutations } from '#features/watches/web/watch-mutations.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { focusHeading } from '#shared/web/navigation/RouteFocus.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import { WatchImage } from './WatchImage.tsx'
import './WatchNotices.css'

/** All watches, also of items that are not saved. */
export function WatchedItems({ watches }: { watches: readonly Watch[] }) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <section className="watch-news" aria-labelledby="watched-heading">
      <div className="watch-news__head">
        <h2 id="watched-heading">
          Watched items <span className="watch-news__total tabular-nums">{watches.length}</span>
        </h2>
      </div>
      <ul className="watch-list" ref={list}>
        {watches.map((watch, index) => (
          <WatchedRow
            key={`${watch.shopType} ${watch.productCode}`}
            watch={watch}
            onStopped={() => focusRow(list.current, index)}
          />
        ))}
      </ul>
    </section>
  )
}

function WatchedRow({ watch, onStopped }: { watch: Watch; onStopped: () => void }) {
  const { shopType, productCode, skuId, variant, price, byMail } = watch
  const name = getWatchTitle(watch)
  const url = paths.product(shopType, productCode, skuId)
  const { isBusy, stop } = useStopping(watch, onStopped)
  return (
    <li className="watch-row" aria-busy={isBusy || undefined}>
      <WatchImage src={watch.image} />
      <div className="watch-row__body">
        <h3 className="watch-row__title">
          <a href={url} lang={detectLanguage(name)}>
            {name}
          </a>
        </h3>
        <p className="watch-row__words">
          <span>{[marketplaceLabels[shopType], variant].filter(Boolean).join(' · ')}</span>
          {price !== null && <b className="tabular-nums">{formatPrice(price)}</b>}
          <span>{`Watching: ${describeWatch(watch)}${byMail ? '; email on' : ''}`}</span>
        </p>
      </div>
      <div className="watch-row__acts">
        <a className="btn btn--quiet" href={`${url}#watch`}>
          Change<span className="visually-hidden">{`: ${name}`}</span>
        </a>
        <button type="button" className="btn btn--quiet" onClick={stop}>
          Stop watching<span className="visually-hidden">{`: ${name}`}</span>
        </button>
      </div>
    </li>
  )
}

function useStopping(watch: Watch, onStopped: () => void) {
  const { unwatch } = useWatchMutations()
  const [isBusy, setBusy] = useState(false)
  async function stop() {
    if (isBusy) return
    setBusy(true)
    try {
      await unwatch(watch)
      toast.success(watchText.removed)
      onStopped()
    } catch (error) {
      toast.error(getErrorMessage(error))
      setBusy(false)
    }
  }
  return { isBusy, stop: () => void stop() }
}

/** After the next rendering, focuses the row at the index of the removed one, else the page's heading. */
function focusRow(list: HTMLUListElement | null, index: number): void {
  requestAnimationFrame(() => {
    const rows = [...(list?.children ?? [])]
    const link = (rows[index] ?? rows.at(-1))?.querySelector('a')
    if (link) link.focus()
    else focusHeading()
  })
}
