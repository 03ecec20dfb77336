import { formatYuan, getCurrencyName, getCurrencySign } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { createButton, createElement, createExternalLink } from './elements.ts'
import type { PanelItem } from './panel-item.ts'
import type { ItemInfo, ItemPhotos } from './site-client.ts'

/** While loading. */
export function renderSkeleton(): Node {
  const frames = Array.from({ length: 6 }, () => createElement('div', { class: 'frame frame--waiting' }))
  return createElement(
    'div',
    { class: 'frames' },
    createElement('p', { class: 'visually-hidden' }, 'Loading'),
    ...frames,
  )
}

/** Asks the user to set a site, or to allow access to it. */
export function renderSetup(site: string | undefined, openSettings: () => void): Node {
  return site === undefined
    ? renderMessage('Connect to a Chopmark site to see QC photos.', 'Open settings', openSettings)
    : renderMessage(`Allow the extension to access ${new URL(site).host}.`, 'Allow it', openSettings)
}

export function renderMessage(text: string, label: string, onClick: () => void): Node {
  return createElement(
    'div',
    { class: 'message' },
    createElement('p', {}, text),
    createButton('btn', onClick, label),
  )
}

type RenderItemInput = {
  site: string
  item: PanelItem
  photos: ItemPhotos
  info: ItemInfo | undefined
  /** The image's bytes as a blob URL of our own. */
  fetchImage: (url: string) => Promise<string>
}

/** What the site has about the item, and the link to its page there. */
export function renderItem({ site, item, photos, info, fetchImage }: RenderItemInput): Node {
  const url = site + paths.product(item.shopType, item.id)
  const children: Node[] = []
  if (info) children.push(createElement('p', { class: 'panel__title' }, info.title))
  children.push(createElement('p', { class: 'panel__facts' }, ...renderFacts(photos, info)))
  if (photos.visiblePhotos.length > 0) {
    const frames = photos.visiblePhotos.map((photo, index) =>
      createElement('li', {}, createPhotoFrame(`${url}#qc`, index + 1, fetchImage(photo))),
    )
    children.push(createElement('ul', { class: 'frames' }, ...frames))
  }
  if (photos.isPartial)
    children.push(createElement('p', { class: 'panel__note' }, "One photo source isn't responding."))
  children.push(createExternalLink('btn btn--brand btn--block', url, `Open on ${new URL(site).host}`))
  return createElement('div', { class: 'panel__item' }, ...children)
}

function renderFacts({ count }: ItemPhotos, info: ItemInfo | undefined): (Node | string)[] {
  const countText = count === 1 ? '1 QC photo' : `${count} QC photos`
  const badge = createElement('span', { class: 'qc-badge' }, countText)
  const content: (Node | string)[] = [count > 0 ? badge : 'No QC photos of this item yet.']
  if (info?.price === null || info === undefined) return content
  const figures = formatYuan(info.price)
  const visibleText = createElement(
    'span',
    { 'aria-hidden': 'true' },
    getCurrencySign(info.currency) + figures,
  )
  const hiddenText = createElement(
    'span',
    { class: 'visually-hidden' },
    `${figures} ${getCurrencyName(info.currency)}`,
  )
  return [...content, createElement('span', { class: 'panel__price' }, visibleText, hiddenText)]
}

function createPhotoFrame(url: string, number: number, image: Promise<string>): Node {
  const picture = createElement('img', { alt: `QC photo ${number}`, width: '96', height: '96' })
  const link = createExternalLink('frame frame--waiting', url, picture)
  image
    .then((src) => {
      picture.addEventListener('load', () => URL.revokeObjectURL(src), { once: true })
      picture.src = src
      link.classList.remove('frame--waiting')
    })
    .catch(() => link.classList.add('frame--lost'))
  return link
}
