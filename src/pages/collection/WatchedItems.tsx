import { useRef, useState } from 'react'
import type { Watch } from '#features/watches/contract.ts'
import { amount } from '#features/watches/price-steps.ts'
import { watchText } from '#features/watches/spec.ts'
import { useWatchMutations } from '#features/watches/web/watch-mutations.ts'
import { titleOf, wishWords } from '#features/watches/wish-words.ts'
import { messageOf } from '#shared/failure.ts'
import { languageOf } from '#shared/language.ts'
import { paths } from '#shared/paths.ts'
import { shopLabels } from '#shared/shops.ts'
import { focusHeading } from '#shared/web/RouteFocus.tsx'
import { toast } from '#shared/web/ui/toasts.ts'
import { WatchPicture } from './WatchPicture.tsx'
import './WatchNotices.css'

/** All watches, of saved items or not. */
export function WatchedItems({ watches }: { watches: readonly Watch[] }) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <section className="watch-news" aria-labelledby="watched-heading">
      <div className="watch-news__head">
        <h2 id="watched-heading">
          Watched items <span className="watch-news__total num">{watches.length}</span>
        </h2>
      </div>
      <ul className="watch-list" ref={list}>
        {watches.map((watch, place) => (
          <Watched
            key={`${watch.shopType} ${watch.productCode}`}
            watch={watch}
            onStopped={() => focusRow(list.current, place)}
          />
        ))}
      </ul>
    </section>
  )
}

function Watched({ watch, onStopped }: { watch: Watch; onStopped: () => void }) {
  const { shopType, productCode, price, byMail } = watch
  const name = titleOf(watch)
  const address = paths.product(shopType, productCode)
  const { isBusy, stop } = useStopping(watch, onStopped)
  return (
    <li className="watch-row" aria-busy={isBusy || undefined}>
      <WatchPicture src={watch.image} />
      <div className="watch-row__body">
        <h3 className="watch-row__title">
          <a href={address} lang={languageOf(name)}>
            {name}
          </a>
        </h3>
        <p className="watch-row__words">
          <span>{shopLabels[shopType]}</span>
          {price !== null && <b className="num">{amount(price)}</b>}
          <span>
            Watching: {wishWords(watch)}
            {byMail && '; also by mail'}
          </span>
        </p>
      </div>
      <div className="watch-row__acts">
        <a className="btn btn--quiet" href={`${address}#watch`}>
          Change<span className="vh">: {name}</span>
        </a>
        <button type="button" className="btn btn--quiet" onClick={stop}>
          Stop<span className="vh"> watching: {name}</span>
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
      toast.error(messageOf(error))
      setBusy(false)
    }
  }
  return { isBusy, stop: () => void stop() }
}

/** The row that takes the place of the removed one, or the page's heading; once it is rendered. */
function focusRow(list: HTMLUListElement | null, place: number): void {
  requestAnimationFrame(() => {
    const rows = [...(list?.children ?? [])]
    const link = (rows[place] ?? rows.at(-1))?.querySelector('a')
    if (link) link.focus()
    else focusHeading()
  })
}
