import { currencyName, currencySign, yuan } from '#shared/money.ts'
import { paths } from '#shared/paths.ts'
import { button, linkOut, make } from './elements.ts'
import type { Item } from './panel-item.ts'
import type { Known, Photos } from './site.ts'

/** While nothing has come yet. */
export function skeletonView(): Node {
  const frames = Array.from({ length: 6 }, () => make('div', { class: 'frame frame--waiting' }))
  return make('div', { class: 'frames' }, make('p', { class: 'vh' }, 'Loading'), ...frames)
}

/** No site is set, or the browser has not allowed to ask it. */
export function askingView(site: 'nobody' | string, openSettings: () => void): Node {
  return site === 'nobody'
    ? messageView('Which Chopmark site shall be asked?', 'Set the address', openSettings)
    : messageView(
        `The browser does not let the extension ask ${new URL(site).host} yet.`,
        'Allow it',
        openSettings,
      )
}

export function messageView(text: string, label: string, act: () => void): Node {
  return make('div', { class: 'message' }, make('p', {}, text), button('btn', act, label))
}

type ItemViewProps = {
  site: string
  item: Item
  photos: Photos
  known: Known | undefined
  /** The picture's bytes as an address of our own. */
  pictureOf: (address: string) => Promise<string>
}

/** What the site has of the item, and the way to its page there. */
export function itemView({ site, item, photos, known, pictureOf }: ItemViewProps): Node {
  const address = site + paths.product(item.shopType, item.id)
  const parts: Node[] = []
  if (known) parts.push(make('p', { class: 'panel__title' }, known.title))
  parts.push(make('p', { class: 'panel__facts' }, ...factsOf(photos, known)))
  if (photos.shown.length > 0) {
    const frames = photos.shown.map((photo, place) =>
      make('li', {}, frame(`${address}#qc`, place + 1, pictureOf(photo))),
    )
    parts.push(make('ul', { class: 'frames' }, ...frames))
  }
  if (photos.isPartial)
    parts.push(make('p', { class: 'panel__note' }, 'A source of photos does not answer right now.'))
  parts.push(linkOut('btn btn--brand btn--block', address, `Open on ${new URL(site).host}`))
  return make('div', { class: 'panel__item' }, ...parts)
}

function factsOf({ count }: Photos, known: Known | undefined): (Node | string)[] {
  const words = count === 1 ? '1 QC photo' : `${count} QC photos`
  const seal = make('span', { class: 'seal' }, words)
  const facts: (Node | string)[] = [count > 0 ? seal : 'No QC photos of this item yet.']
  if (known?.price === null || known === undefined) return facts
  const figures = yuan(known.price)
  const drawn = make('span', { 'aria-hidden': 'true' }, currencySign(known.currency) + figures)
  const said = make('span', { class: 'vh' }, `${figures} ${currencyName(known.currency)}`)
  return [...facts, make('span', { class: 'panel__price' }, drawn, said)]
}

function frame(address: string, number: number, coming: Promise<string>): Node {
  const picture = make('img', { alt: `QC photo ${number}`, width: '96', height: '96' })
  const link = linkOut('frame frame--waiting', address, picture)
  coming
    .then((src) => {
      picture.addEventListener('load', () => URL.revokeObjectURL(src), { once: true })
      picture.src = src
      link.classList.remove('frame--waiting')
    })
    .catch(() => link.classList.add('frame--lost'))
  return link
}
