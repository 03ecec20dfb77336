import { parsePageReading } from '#features/readings/page-reading.ts'
import { toPermissions } from './address.ts'
import { receiveHandOvers } from './reading/hand-over.ts'
import { readSettings } from './settings.ts'

// Opens the site's own page and gives it a reading once. It signs in nowhere and sends no request.

receiveHandOvers(async (message) => {
  const reading = parsePageReading(message, { isLocal: true })
  const { site } = await readSettings()
  if (!reading || site === undefined || !(await chrome.permissions.contains(toPermissions(site)))) return
  const tab = await chrome.tabs.create({ url: `${site}/handover` })
  if (tab.id === undefined) return
  await waitForLoad(tab.id)
  await chrome.scripting.executeScript({
    target: { tabId: tab.id },
    func: deliverReading,
    args: [JSON.stringify(reading), site],
  })
})

/** Resolves when a tab has loaded a page. */
async function waitForLoad(tabId: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = (id: number, { status }: { status?: string }) => {
    if (id === tabId && status === 'complete') resolve()
  }
  chrome.tabs.onUpdated.addListener(listen)
  if ((await chrome.tabs.get(tabId)).status === 'complete') resolve()
  await promise
  chrome.tabs.onUpdated.removeListener(listen)
}

/**
 * Runs in the site's tab, which may have gone elsewhere meanwhile. It stands alone: nothing around it goes along. As text,
 * because arguments lose fields that are null.
 */
async function deliverReading(json: string, site: string): Promise<void> {
  const isSite = () => location.origin === site && location.pathname === '/handover'
  const isReady = () => document.documentElement.dataset.handover === 'ready'
  for (let count = 0; count < 100 && isSite() && !isReady(); count++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  if (isSite() && isReady()) window.postMessage({ type: 'chopmark-reading', reading: JSON.parse(json) }, site)
}
