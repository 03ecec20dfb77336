import { accessTo } from './address.ts'
import { theElement } from './elements.ts'
import { type Item, readItem } from './panel-item.ts'
import { askingView, itemView, messageView, skeletonView } from './panel-views.ts'
import { keepSettings, readSettings } from './settings.ts'
import { createSite } from './site.ts'

// The panel beside an item's page. It asks the site only while it is open.

const asTab = matchMedia('(max-width: 100px)')
const item = readItem(location.hash)
let hasAsked = false

async function load(found: Item): Promise<void> {
  const { site } = await readSettings()
  if (site === undefined) return show(askingView('nobody', openSettings))
  if (!(await chrome.permissions.contains(accessTo(site)))) return show(askingView(site, openSettings))
  show(skeletonView())
  const { photosOf, knownOf, pictureOf } = createSite(site)
  const known = knownOf(found).catch(() => undefined)
  try {
    const photos = await photosOf(found)
    show(itemView({ site, item: found, photos, known: await known, pictureOf }))
  } catch {
    show(messageView(`${new URL(site).host} does not answer right now.`, 'Try again', () => void load(found)))
  }
}

function show(...nodes: Node[]): void {
  theElement('body').replaceChildren(...nodes)
}

function openSettings(): void {
  void chrome.runtime.openOptionsPage()
}

function loadOnce(): void {
  if (!item || asTab.matches || hasAsked) return
  hasAsked = true
  void load(item)
}

/** The page's side of the frame makes it as high as what is in it. */
function tellHeight({ source, ports: [port] }: MessageEvent): void {
  if (source !== parent || !port) return
  removeEventListener('message', tellHeight)
  const panel = theElement('panel')
  new ResizeObserver(() => {
    if (!asTab.matches) port.postMessage(panel.scrollHeight + 2)
  }).observe(panel)
}

addEventListener('message', tellHeight)
asTab.addEventListener('change', () => {
  loadOnce()
  theElement(asTab.matches ? 'tab' : 'collapse').focus()
})
chrome.storage.onChanged.addListener(({ site }) => {
  if (site && item && hasAsked) void load(item)
})
chrome.permissions.onAdded.addListener(() => {
  if (item && hasAsked) void load(item)
})
theElement('tab').addEventListener('click', () => keepSettings({ isCollapsed: false }))
theElement('collapse').addEventListener('click', () => keepSettings({ isCollapsed: true }))
theElement('close').addEventListener('click', () => keepSettings({ isClosed: true }))
loadOnce()
