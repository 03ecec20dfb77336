import type { PageReading, ReadPhoto } from '#features/readings/page-reading.ts'
import { decodeBase64 } from '#features/readings/web/page-reader/base64.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import { formatItemNumber } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { createElement, createExternalLink } from '../elements.ts'
import { listThumbnails, thumbnailCount } from './thumbnails.ts'
import { keepTicked, type Ticks } from './ticked.ts'

type ReadingViewInput = {
  reading: PageReading
  /** The origin of the site; undefined where none is set. */
  site: string | undefined
  /** Makes the button hand over what is ticked then. */
  onHandOver: (button: HTMLButtonElement, getTicked: () => PageReading) => void
}

/** What was read, each part with a tick, and the button that hands it over. */
export function renderReading({ reading, site, onHandOver }: ReadingViewInput): Node {
  const isOrder = reading.page === 'order'
  const box = createElement('section', { class: 'reading' })
  box.append(renderItemLine(reading))
  if (isEmpty(reading)) {
    box.append(
      createElement(
        'p',
        {},
        'There is nothing to read on this page yet. Wait until it is drawn, then read again.',
      ),
    )
    return box
  }
  box.append(createElement('h2', {}, isOrder ? 'Your warehouse photos' : 'Read from this page'))
  const ticks: Ticks = new Map()
  if (isOrder) box.append(renderPhotos(reading.photos, ticks))
  box.append(renderRows(reading, ticks))
  if (reading.pictures.length > 0) box.append(renderThumbnails(reading.pictures))
  if (reading.unreadPhotos > 0 && site) box.append(renderUnread(reading, site))
  if (reading.id === null)
    box.append(
      createElement(
        'p',
        { class: 'panel__note' },
        'This shop is not supported, so there is nowhere to hand it over to.',
      ),
    )
  else if (!isOrder || reading.photos.length > 0) box.append(renderFoot(reading, ticks, onHandOver))
  return box
}

function isEmpty({ title, price, pictures, photos, unreadPhotos }: PageReading): boolean {
  return title === null && price === null && pictures.length + photos.length + unreadPhotos === 0
}

function renderItemLine({ shopType, id, variant }: PageReading): Node {
  const item = shopType && id ? formatItemNumber({ shopType, productCode: id }) : 'An item of another shop'
  const text = createElement('span', {}, variant ? `${item}, ${variant}` : item)
  return createElement('p', { class: 'reading__item' }, text)
}

/** The first pictures and the number of the others. */
function renderThumbnails(pictures: readonly string[]): Node {
  const box = createElement('p', { class: 'reading__pictures', 'aria-hidden': 'true' })
  box.append(...listThumbnails(pictures).map(createThumbnail))
  const others = pictures.length - thumbnailCount
  if (others > 0) box.append(createElement('span', {}, `+ ${others}`))
  return box
}

function createThumbnail(address: string): Node {
  const picture = createElement('img', { alt: '', width: '44', height: '44', referrerpolicy: 'no-referrer' })
  picture.addEventListener('error', () => picture.remove(), { once: true })
  picture.src = address
  return picture
}

function renderRows(reading: PageReading, ticks: Ticks): Node {
  const { title, variants, weightGrams, pictures, page } = reading
  const names = variants.flat()
  const rows = [
    renderRow(ticks, 'title', 'Title', title),
    renderRow(ticks, 'price', 'Price', formatPrice(reading)),
    renderRow(
      ticks,
      'variants',
      'Variants',
      names.length > 0 ? `${names.length}: ${names.join(', ')}` : null,
    ),
    renderRow(
      ticks,
      'weightGrams',
      page === 'order' ? 'Weight at the warehouse' : 'Weight',
      weightGrams === null ? null : `${weightGrams} g`,
    ),
    renderRow(ticks, 'pictures', 'Pictures', pictures.length > 0 ? String(pictures.length) : null),
  ]
  return createElement('ul', { class: 'reading__rows' }, ...rows.flat())
}

function renderRow(ticks: Ticks, field: string, label: string, value: string | null): Node[] {
  if (value === null) return []
  const box = createTick(ticks, field)
  return [
    createElement(
      'li',
      {},
      createElement('label', {}, box, createElement('span', {}, label), createElement('b', {}, value)),
    ),
  ]
}

function createTick(ticks: Ticks, field: string): HTMLInputElement {
  const box = createElement('input', { type: 'checkbox' })
  box.checked = true
  ticks.set(field, box)
  return box
}

function formatPrice({ price, priceTo, currency }: PageReading): string | null {
  if (price === null || currency === null) return null
  const sign = getCurrencySign(currency)
  return priceTo === null ? sign + formatYuan(price) : `${sign}${formatYuan(price)}–${formatYuan(priceTo)}`
}

function renderPhotos(photos: readonly ReadPhoto[], ticks: Ticks): Node {
  const frames = photos.map((photo, index) => {
    const picture = createElement('img', { alt: `Warehouse photo ${index + 1}`, width: '80', height: '80' })
    picture.src = URL.createObjectURL(toBlob(photo))
    return createElement(
      'li',
      {},
      createElement('label', { class: 'reading__photo' }, createTick(ticks, `photo ${index}`), picture),
    )
  })
  return createElement('ul', { class: 'frames' }, ...frames)
}

function toBlob({ type, base64 }: ReadPhoto): Blob {
  return new Blob([decodeBase64(base64)], { type })
}

function renderUnread({ unreadPhotos, shopType, id }: PageReading, site: string): Node {
  const count = unreadPhotos === 1 ? '1 photo lies' : `${unreadPhotos} photos lie`
  const text = createElement(
    'p',
    {},
    `${count} at another address, where this page's rules keep us from reading.`,
  )
  const url = site + (shopType && id ? `${paths.product(shopType, id)}#qc` : '')
  return createElement(
    'div',
    { class: 'reading__unread' },
    text,
    createExternalLink('btn', url, 'Save them and choose the files'),
  )
}

function renderFoot(reading: PageReading, ticks: Ticks, onHandOver: ReadingViewInput['onHandOver']): Node {
  const { length } = reading.photos
  const isOrder = reading.page === 'order'
  const label = () => (isOrder ? labelPhotos(countPhotos(ticks, length)) : 'Hand over to Chopmark')
  const button = createElement('button', { type: 'button', class: 'primary-button' }, label())
  for (const tick of ticks.values())
    tick.addEventListener('change', () => {
      button.textContent = label()
    })
  onHandOver(button, () => keepTicked(reading, ticks))
  const note = isOrder
    ? 'Order number, name and address stay on this page. An admin looks at the photos first.'
    : 'It read the page when you pressed Read. Nothing is sent until you hand it over.'
  return createElement('div', { class: 'reading__foot' }, button, createElement('p', {}, note))
}

function countPhotos(ticks: Ticks, length: number): number {
  return Array.from({ length }, (_, index) => ticks.get(`photo ${index}`)?.checked).filter(Boolean).length
}

function labelPhotos(count: number): string {
  return count === 1 ? 'Add this warehouse photo' : `Add these ${count} warehouse photos`
}
