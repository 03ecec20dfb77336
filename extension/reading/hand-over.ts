import type { PageReading } from '#features/readings/page-reading.ts'

// Messages between the extension's own parts. No page can send them.

const readRequest = 'read-page'
const handOverRequest = 'hand-over'

/** Asks the content script of this panel's page to read it. */
export async function requestReading(): Promise<unknown> {
  const tab = await chrome.tabs.getCurrent()
  if (tab?.id === undefined) throw new Error('The panel is in no tab.')
  return chrome.tabs.sendMessage(tab.id, { type: readRequest }, { frameId: 0 })
}

/** Answers the panel's request, in the content script. */
export function answerReadRequests(read: () => Promise<PageReading>): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
    if (sender.id !== chrome.runtime.id || getType(message) !== readRequest) return
    read().then(reply, () => reply(undefined))
    return true // the reply comes later
  })
}

/** Asks the background to open the site's page and to give it the reading. */
export async function requestHandOver(reading: PageReading): Promise<void> {
  await chrome.runtime.sendMessage({ type: handOverRequest, reading })
}

/** Calls `deliver` with what an own page hands over: scripts in pages are not listened to. */
export function receiveHandOvers(deliver: (reading: unknown) => Promise<void>): void {
  chrome.runtime.onMessage.addListener((message: unknown, { id, url = '' }) => {
    const isOwnPage =
      id === chrome.runtime.id && /^(?:chrome|moz)-extension:$/.test(URL.parse(url)?.protocol ?? '')
    if (isOwnPage && getType(message) === handOverRequest)
      void deliver(Reflect.get(Object(message), 'reading'))
  })
}

function getType(message: unknown): unknown {
  return typeof message === 'object' && message !== null && Object.hasOwn(message, 'type')
    ? Reflect.get(message, 'type')
    : undefined
}
