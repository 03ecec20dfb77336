import { readPage } from '#features/readings/web/page-reader/read-page.ts'
import { detectItem } from './detect-item.ts'
import { openFrame, type PanelFrame } from './panel-frame.ts'
import { formatItemHash } from './panel-item.ts'
import { answerReadRequests } from './reading/hand-over.ts'
import { readSettings } from './settings.ts'
import { hideWarmReminders } from './warm-reminder.ts'

// Runs on pages of marketplaces and agents; does nothing unless the URL is an item's. The page itself is read only when
// the person presses Read in the panel.

let panel: { key: string; frame: PanelFrame } | undefined
let stopHiding: (() => void) | undefined
let newest = 0

async function updatePanel(): Promise<void> {
  newest += 1
  const turn = newest
  const item = detectItem(location.href)
  const settings = item ? await readSettings() : undefined
  if (turn !== newest) return // the page has navigated meanwhile
  const key = item && settings && !settings.isClosed ? formatItemHash(item) : undefined
  if (key !== panel?.key) {
    panel?.frame.remove()
    panel = key === undefined ? undefined : { key, frame: openFrame(key) }
  }
  panel?.frame.setCollapsed(settings?.isCollapsed)
  stopHiding?.()
  stopHiding = item?.isAgents && settings?.hidesReminder ? hideWarmReminders() : undefined
}

/** Calls back on every navigation within the document; where browsers do not tell, it looks once a second. */
function onNavigation(update: () => void): void {
  if ('navigation' in globalThis) {
    navigation.addEventListener('currententrychange', update)
    return
  }
  let address = location.href
  setInterval(() => {
    if (location.href === address) return
    address = location.href
    update()
  }, 1000)
}

onNavigation(updatePanel)
answerReadRequests(() => readPage(document))
chrome.storage.onChanged.addListener(updatePanel)
void updatePanel()
