import { type PageReading, parsePageReading } from '#features/readings/page-reading.ts'
import { toPermissions } from './address.ts'
import { createElement, getElement } from './elements.ts'
import { type PanelItem, parseItemHash } from './panel-item.ts'
import { renderItem, renderMessage, renderSetup, renderSkeleton } from './panel-views.ts'
import { requestHandOver, requestReading } from './reading/hand-over.ts'
import { renderReading } from './reading/reading-view.ts'
import { canSeeCover, onVisiblePress } from './reading/visible-press.ts'
import { readSettings, saveSettings } from './settings.ts'
import { createSiteClient } from './site-client.ts'

// The panel beside an item's page. It calls the site only while it is open.

const tabQuery = matchMedia('(max-width: 100px)')
const item = parseItemHash(location.hash)
let hasLoaded = false

async function loadItem(item: PanelItem): Promise<void> {
  const { site } = await readSettings()
  if (site === undefined) return showNodes(renderSetup(undefined, openSettings))
  if (!(await chrome.permissions.contains(toPermissions(site))))
    return showNodes(renderSetup(site, openSettings))
  showNodes(renderSkeleton())
  const { fetchPhotos, fetchItemInfo, fetchImage } = createSiteClient(site)
  const info = fetchItemInfo(item).catch(() => undefined)
  try {
    const photos = await fetchPhotos(item)
    showNodes(renderItem({ site, item: item, photos, info: await info, fetchImage }), renderReadOffer(site))
  } catch {
    showNodes(
      renderMessage(
        `${new URL(site).host} isn't responding right now.`,
        'Try again',
        () => void loadItem(item),
      ),
    )
  }
}

const useToolbar = "Press the Chopmark button of your browser's toolbar instead."

/** Reads the page on a press that the page cannot have stolen. */
function renderReadOffer(site: string): Node {
  const status = createElement('p', { class: 'panel__note', role: 'status' })
  const box = createElement('div', { class: 'panel__read' })
  if (!canSeeCover) {
    status.textContent = 'To read this page, press the Chopmark button of your browser.'
    box.append(status)
    return box
  }
  const button = createElement('button', { type: 'button', class: 'btn btn--block' }, 'Read from this page')
  onVisiblePress(
    button,
    () => void showReading(site, status),
    () => {
      status.textContent = `Something covers this panel. ${useToolbar}`
    },
  )
  box.append(button, status)
  return box
}

async function showReading(site: string, status: HTMLElement): Promise<void> {
  status.textContent = 'Reading the page…'
  const reading = parsePageReading(await requestReading().catch(() => undefined), { isLocal: true })
  if (!reading) {
    status.textContent = `This page cannot be read here. ${useToolbar}`
    return
  }
  const note = createElement('p', { class: 'panel__note', role: 'status' })
  const onHandOver = (button: HTMLButtonElement, getTicked: () => PageReading) =>
    onVisiblePress(
      button,
      () => {
        button.disabled = true
        void requestHandOver(getTicked())
        note.textContent = `Opening ${new URL(site).host}. You see there what is sent.`
      },
      () => {
        note.textContent = `Something covers this panel. ${useToolbar}`
      },
    )
  showNodes(renderReading({ reading, site, onHandOver }), note)
}

function showNodes(...nodes: Node[]): void {
  getElement('body').replaceChildren(...nodes)
}

function openSettings(): void {
  void chrome.runtime.openOptionsPage()
}

function loadOnce(): void {
  if (!item || tabQuery.matches || hasLoaded) return
  hasLoaded = true
  void loadItem(item)
}

/** Sends the height of the content to the page, which sizes the frame. */
function reportHeight({ source, ports: [port] }: MessageEvent): void {
  if (source !== parent || !port) return
  removeEventListener('message', reportHeight)
  const panel = getElement('panel')
  const observer = new ResizeObserver(() => {
    if (!tabQuery.matches) port.postMessage(panel.scrollHeight + 2)
  })
  // The panel itself grows no further than the frame; what is in it does.
  for (const part of [panel, getElement('body')]) observer.observe(part)
}

addEventListener('message', reportHeight)
tabQuery.addEventListener('change', () => {
  loadOnce()
  getElement(tabQuery.matches ? 'tab' : 'collapse').focus()
})
chrome.storage.onChanged.addListener(({ site }) => {
  if (site && item && hasLoaded) void loadItem(item)
})
chrome.permissions.onAdded.addListener(() => {
  if (item && hasLoaded) void loadItem(item)
})
getElement('tab').addEventListener('click', () => saveSettings({ isCollapsed: false }))
getElement('collapse').addEventListener('click', () => saveSettings({ isCollapsed: true }))
getElement('close').addEventListener('click', () => saveSettings({ isClosed: true }))
loadOnce()
