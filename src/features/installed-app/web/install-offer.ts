import './install-offer.css'
import { siteName } from '#shared/site.ts'

/** Set when the offer was closed or used; it is never made again on this device. */
const storageKey = 'install-offer'

/** Chromium's own event, which no library declares. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }
let installPrompt: InstallPrompt | undefined
let hasSaved = false

/** Keeps the browser's own offer for the moment of ours. */
export function followInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt = event as InstallPrompt
    offerInstall(hasSaved)
  })
  addEventListener('appinstalled', closeForever)
}

/** Offers once to install the app: to those who have saved an item, where the browser can install it. */
export function offerInstall(hasSavedItem: boolean): void {
  hasSaved ||= hasSavedItem
  const isPhoneOfApple = isAppleTouch()
  const canInstall = installPrompt !== undefined || isPhoneOfApple
  if (!hasSaved || !canInstall || isInstalled() || isClosed() || document.querySelector('.install-offer'))
    return
  document.body.append(createOffer(isPhoneOfApple))
}

function createOffer(isPhoneOfApple: boolean): HTMLElement {
  const offer = document.createElement('aside')
  offer.className = 'install-offer'
  offer.setAttribute('aria-label', 'Install')
  const lines = isPhoneOfApple
    ? listAppleSteps()
    : [`Install ${siteName}: share a link or photos to it from any app, and see your saved items offline.`]
  const later = createButton('Not now', 'btn', closeForever)
  const install = createButton('Install', 'btn btn--brand', () => {
    void installPrompt?.prompt().catch(() => undefined)
    closeForever()
  })
  const acts = document.createElement('div')
  acts.append(...(isPhoneOfApple ? [later] : [later, install]))
  offer.append(...lines.map(createLine), acts)
  return offer
}

/** Safari has neither an offer nor a share target, so words take their place. */
function listAppleSteps(): string[] {
  return [
    `Put ${siteName} on your Home Screen: tap Share, then Add to Home Screen.`,
    `To share links to it, make a Shortcut that accepts URLs and text from the Share Sheet, with one action, Open URLs: ${location.origin}/go?text= followed by Shortcut Input, encoded by URL Encode.`,
  ]
}

function createLine(text: string): HTMLElement {
  const line = document.createElement('p')
  line.textContent = text
  return line
}

function createButton(text: string, className: string, handleClick: () => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = text
  button.addEventListener('click', handleClick)
  return button
}

function closeForever(): void {
  document.querySelector('.install-offer')?.remove()
  try {
    localStorage.setItem(storageKey, 'closed')
  } catch {
    // Without storage it is offered again.
  }
}

function isClosed(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return true
  }
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}

/** iPads name themselves as Macs, which have no touch screen. */
function isAppleTouch(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}
