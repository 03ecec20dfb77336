import { buildConvertFragment } from '#features/link-converter/convert-search.ts'
import { type PageReading, parsePageReading } from '#features/readings/page-reading.ts'
import { toPermissions } from './address.ts'
import { getElement } from './elements.ts'
import { linkBounds, listItemLinks } from './reading/collect-links.ts'
import { requestHandOver } from './reading/hand-over.ts'
import { renderReading } from './reading/reading-view.ts'
import { readSettings } from './settings.ts'

// Opened by the browser's own button, which no page can press or cover. It reads the tab in front once, on a press.

/** Put into the page by the reader's script. */
declare function readChopmarkPage(): Promise<PageReading>

async function readTab(): Promise<void> {
  showStatus('Reading the page…')
  const target = { tabId: await findTab() }
  try {
    await chrome.scripting.executeScript({ target, files: ['reader.js'] })
    const [result] = await chrome.scripting.executeScript({ target, func: () => readChopmarkPage() })
    const reading = parsePageReading(result?.result, { isLocal: true })
    if (!reading) return showStatus('This page cannot be read.')
    const { site } = await readSettings()
    showStatus('')
    getElement('reading').replaceChildren(renderReading({ reading, site, onHandOver: handOver(site) }))
  } catch {
    showStatus('This page cannot be read.')
  }
}

function handOver(site: string | undefined) {
  return (button: HTMLButtonElement, getTicked: () => PageReading) => {
    button.addEventListener('click', async (event) => {
      if (!event.isTrusted) return
      if (site === undefined || !(await chrome.permissions.contains(toPermissions(site))))
        return openSettings()
      button.disabled = true
      await requestHandOver(getTicked())
      showStatus(`Opening ${new URL(site).host}. You see there what is sent.`)
    })
  }
}

async function collectLinks(): Promise<void> {
  const { site } = await readSettings()
  if (site === undefined) return openSettings()
  try {
    const target = { tabId: await findTab() }
    const [result] = await chrome.scripting.executeScript({
      target,
      func: listLinks,
      args: [linkBounds.links, linkBounds.length],
    })
    const links = listItemLinks(Array.isArray(result?.result) ? result.result : [])
    if (links.length === 0) return showStatus('There are no links to items on this page.')
    await chrome.tabs.create({
      url: site + buildConvertFragment(links.join('\n')),
    })
  } catch {
    showStatus('This page cannot be read.')
  }
}

/** Runs in the page, and stands alone. */
function listLinks(count: number, length: number): string[] {
  const links = Array.from(document.links).slice(0, count)
  return links.map((link) => link.href).filter((href) => typeof href === 'string' && href.length <= length)
}

async function findTab(): Promise<number> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined) throw new Error('There is no tab in front.')
  return tab.id
}

function openSettings(): void {
  void chrome.runtime.openOptionsPage()
}

function showStatus(text: string): void {
  getElement('status').textContent = text
}

/** Only a person's press acts. */
function onPress(id: string, act: () => void): void {
  getElement(id).addEventListener('click', ({ isTrusted }) => {
    if (isTrusted) act()
  })
}

onPress('read', readTab)
onPress('collect', collectLinks)
onPress('settings', openSettings)
