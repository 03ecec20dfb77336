import { formatYuan, getCurrencyName, getCurrencySign } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { createButton, createElement, createExternalLink } from './elements.ts'
import type { PanelItem } from './panel-item.ts'
import type { ItemInfo, ItemPhotos } from './site-client.ts'

/** While loading. */
export function skeletonView(): Node {
  const frames = Array.from({ length: 6 }, () => createElement('div', { class: 'frame frame--waiting' }))
  return createElement(
    'div',
    { class: 'frames' },
    createElement('p', { class: 'visually-hidden' }, 'Loading'),
    ...frames,
  )
}

/** No site is set, or the browser has not allowed access to it. */
export function setupView(site: 'nobody' | string, openSettings: () => void): Node {
  return site === 'nobody'
    ? messageView('Connect to a Chopmark site to see QC photos.', 'Open settings', openSettings)
    : messageView(`Allow the extension to access ${new URL(site).host}.`, 'Allow it', openSettings)
}

export function messageView(text: string, label: string, act: () => void): Node {
  return createElement(
    'div',
    { class: 'message' },
    createElement('p', {}, text),
    createButton('btn', act, label),
  )
}

type ItemViewProps = {
  site: string
  item: PanelItem
  photos: ItemPhotos
  known: ItemInfo | undefined
  /** The image's bytes as a blob URL of our own. */
  fetchImage: (address: string) => Promise<string>
}

/** What the site has about the item, and the link to its page there. */
export function itemView({ site, item, photos, known, fetchImage }: ItemViewProps): Node {
  const address = site + paths.product(item.shopType, item.id)
  const parts: Node[] = []
  if (known) parts.push(createElement('p', { class: 'panel__title' }, known.title))
  parts.push(createElement('p', { class: 'panel__facts' }, ...renderFacts(photos, known)))
  if (photos.shown.length > 0) {
    const frames = photos.shown.map((photo, place) =>
      createElement('li', {}, createPhotoFrame(`${address}#qc`, place + 1, fetchImage(photo))),
    )
    parts.push(createElement('ul', { class: 'frames' }, ...frames))
  }
  if (photos.isPartial)
    parts.push(createElement('p', { class: 'panel__note' }, "One photo source isn't responding."))
  parts.push(createExternalLink('btn btn--brand btn--block', address, `Open on ${new URL(site).host}`))
  return createElement('div', { class: 'panel__item' }, ...parts)
}

function renderFacts({ count }: ItemPhotos, known: ItemInfo | undefined): (Node | string)[] {
  const words = count === 1 ? '1 QC photo' : `${count} QC photos`
  const seal = createElement('span', { class: 'qc-badge' }, words)
  const facts: (Node | string)[] = [count > 0 ? seal : 'No QC photos of this item yet.']
  if (known?.price === null || known === undefined) return facts
  const figures = formatYuan(known.price)
  const drawn = createElement('span', { 'aria-hidden': 'true' }, getCurrencySign(known.currency) + figures)
  const said = createElement(
    'span',
    { class: 'visually-hidden' },
    `${figures} ${getCurrencyName(known.currency)}`,
  )
  return [...facts, createElement('span', { class: 'panel__price' }, drawn, said)]
}

function createPhotoFrame(address: string, number: number, coming: Promise<string>): Node {
  const picture = createElement('img', { alt: `QC photo ${number}`, width: '96', height: '96' })
  const link = createExternalLink('frame frame--waiting', address, picture)
  coming
    .then((src) => {
      picture.addEventListener('load', () => URL.revokeObjectURL(src), { once: true })
      picture.src = src
      link.classList.remove('frame--waiting')
    })
    .catch(() => link.classList.add('frame--lost'))
  return link
}
