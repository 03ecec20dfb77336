import { getCurrencySign } from '#shared/format/money.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { readLogin } from '#shared/web/session/stored-login.ts'
import { formatKeptTime } from '../kept-pages.ts'
import { type KeptItem, readCollection } from './account-copy.ts'
import { cacheNames, findCache, getKeptTime, getKeptTitle } from './kept-caches.ts'

/** The script of the offline page: lists what this device keeps. */
document.querySelector('#try-again')?.addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())
void showSavedItems().catch(() => undefined)
void showPages().catch(() => undefined)

/** Only of the account that is logged in on this device. */
async function showSavedItems(): Promise<void> {
  const login = readLogin()
  const copy = await readCollection(typeof login === 'object' ? login.user.id : undefined)
  if (!copy || copy.items.length === 0) return
  const { length } = copy.items
  setText(
    '#offline-note',
    `${length === 1 ? 'This item is' : `These ${length} items are`} kept on this device. Prices are as last seen.`,
  )
  setText('#saved-items h2', `Saved items. ${formatKeptTime(copy.time)}`)
  showList('#saved-items', copy.items.map(createItem))
}

/** The newest first. */
async function showPages(): Promise<void> {
  const pages = await findCache(cacheNames.pages)
  const requests = (await pages?.keys()) ?? []
  const responses = await Promise.all(requests.map((request) => pages?.match(request)))
  const rows = responses.flatMap((response, index) => {
    const url = requests[index]?.url
    return response && url ? createPageRow(new URL(url), response) : []
  })
  if (rows.length > 0) showList('#kept-pages', rows.reverse())
}

function createPageRow({ pathname, search }: URL, response: Response): HTMLElement {
  const row = document.createElement('li')
  row.append(createLink(getKeptTitle(response) || pathname, pathname + search))
  row.append(createText('p', 'muted small', formatKeptTime(getKeptTime(response))))
  return row
}

function createItem({ title, path, shopType, price, currency, grams, picture }: KeptItem): HTMLElement {
  const row = document.createElement('li')
  const text = document.createElement('div')
  const heading = document.createElement('h3')
  heading.append(createLink(title, path))
  text.append(createText('p', 'label', marketplaceLabels[shopType]), heading)
  if (price !== null) text.append(createText('p', 'price', getCurrencySign(currency) + price.toFixed(2)))
  if (grams !== null) text.append(createText('p', 'muted small', `${grams} g`))
  if (picture !== null) row.append(createPicture(picture))
  row.append(text)
  return row
}

/** A picture that is not on the device leaves no broken sign. */
function createPicture(src: string): HTMLElement {
  const image = document.createElement('img')
  image.alt = ''
  image.addEventListener('error', () => image.remove())
  image.src = src
  return image
}

function createLink(text: string, href: string): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  link.textContent = text
  return link
}

function createText(tag: 'p', className: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

function setText(selector: string, text: string): void {
  const element = document.querySelector(selector)
  if (element) element.textContent = text
}

function showList(selector: string, rows: HTMLElement[]): void {
  const section = document.querySelector<HTMLElement>(selector)
  section?.querySelector('ul')?.replaceChildren(...rows)
  if (section) section.hidden = false
}
