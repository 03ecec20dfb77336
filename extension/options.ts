import { parseSiteOrigin, toPermissions } from './address.ts'
import { getElement } from './elements.ts'
import { readSettings, saveSettings } from './settings.ts'

// The settings: the site to request, and what the extension does on pages.

const field = getInput('site')
const panel = getInput('panel')
const reminder = getInput('reminder')

function getInput(id: string): HTMLInputElement {
  const element = getElement(id)
  if (!(element instanceof HTMLInputElement)) throw new Error(`The element ${id} is not an input.`)
  return element
}

async function showSettings(): Promise<void> {
  const { site, isClosed, hidesReminder } = await readSettings()
  field.value = site ?? ''
  panel.checked = !isClosed
  reminder.checked = hidesReminder
}

async function saveSite(origin: string): Promise<void> {
  // The permission prompt must come at once, and may close this page before it is answered.
  const permissionRequest = chrome.permissions.request(toPermissions(origin))
  const { site: previousSite } = await readSettings()
  await saveSettings({ site: origin, isClosed: false })
  panel.checked = true
  field.value = origin
  const isAllowed = await permissionRequest.catch(() => false)
  if (!isAllowed) return showStatus(`Saved. Allow access to ${origin} to finish.`, true)
  if (previousSite && previousSite !== origin)
    await chrome.permissions.remove(toPermissions(previousSite)).catch(() => false)
  showStatus('Saved. Looking for the site…')
  const isSite = await isChopmarkSite(origin)
  showStatus(isSite ? 'Saved and connected.' : "Saved, but we couldn't reach a Chopmark site there.", !isSite)
}

async function isChopmarkSite(origin: string): Promise<boolean> {
  try {
    const options: RequestInit = {
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(8_000),
    }
    const response = await fetch(`${origin}/api/v1/site/settings`, options)
    const { success } = await response.json()
    return response.ok && success === true
  } catch {
    return false
  }
}

function showStatus(text: string, isBad = false): void {
  const status = getElement('site-status')
  status.textContent = text
  status.classList.toggle('options__status--bad', isBad)
  field.setAttribute('aria-invalid', String(isBad && parseSiteOrigin(field.value) === undefined))
}

getElement('site-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const origin = parseSiteOrigin(field.value)
  if (origin) return void saveSite(origin)
  showStatus('Enter an address that starts with https://.', true)
  field.focus()
})
panel.addEventListener('change', () => saveSettings({ isClosed: !panel.checked }))
reminder.addEventListener('change', () => saveSettings({ hidesReminder: reminder.checked }))
void showSettings()
