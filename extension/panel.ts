import { toPermissions } from './address.ts'
import { getElement } from './elements.ts'
import { type PanelItem, parseItemHash } from './panel-item.ts'
import { itemView, messageView, setupView, skeletonView } from './panel-views.ts'
import { readSettings, saveSettings } from './settings.ts'
import { createSiteClient } from './site-client.ts'

// The panel beside an item's page. It calls the site only while it is open.

const asTab = matchMedia('(max-width: 100px)')
const item = parseItemHash(location.hash)
let hasAsked = false

async function loadItem(found: PanelItem): Promise<void> {
  const { site } = await readSettings()
  if (site === undefined) return showNodes(setupView('nobody', openSettings))
  if (!(await chrome.permissions.contains(toPermissions(site))))
    return showNodes(setupView(site, openSettings))
  showNodes(skeletonView())
  const { fetchPhotos, fetchItemInfo, fetchImage } = createSiteClient(site)
  const known = fetchItemInfo(found).catch(() => undefined)
  try {
    const photos = await fetchPhotos(found)
    showNodes(itemView({ site, item: found, photos, known: await known, fetchImage }))
  } catch {
    showNodes(
      messageView(
        `${new URL(site).host} isn't responding right now.`,
        'Try again',
        () => void loadItem(found),
      ),
    )
  }
}

function showNodes(...nodes: Node[]): void {
  getElement('body').replaceChildren(...nodes)
}

function openSettings(): void {
  void chrome.runtime.openOptionsPage()
}

function loadOnce(): void {
  if (!item || asTab.matches || hasAsked) return
  hasAsked = true
  void loadItem(item)
}

/** The page's side of the frame sets its height to that of its content. */
function tellHeight({ source, ports: [port] }: MessageEvent): void {
  if (source !== parent || !port) return
  removeEventListener('message', tellHeight)
  const panel = getElement('panel')
  new ResizeObserver(() => {
    if (!asTab.matches) port.postMessage(panel.scrollHeight + 2)
  }).observe(panel)
}

addEventListener('message', tellHeight)
asTab.addEventListener('change', () => {
  loadOnce()
  getElement(asTab.matches ? 'tab' : 'collapse').focus()
})
chrome.storage.onChanged.addListener(({ site }) => {
  if (site && item && hasAsked) void loadItem(item)
})
chrome.permissions.onAdded.addListener(() => {
  if (item && hasAsked) void loadItem(item)
})
getElement('tab').addEventListener('click', () => saveSettings({ isCollapsed: false }))
getElement('collapse').addEventListener('click', () => saveSettings({ isCollapsed: true }))
getElement('close').addEventListener('click', () => saveSettings({ isClosed: true }))
loadOnce()
