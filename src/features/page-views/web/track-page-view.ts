import { apiBase } from '#shared/paths.ts'
import { findPageKind } from '../page-kind.ts'

/**
 * Reports that a page is shown: its path, nothing else, to our own server. Stores nothing in the browser,
 * reports no page that is not counted, and nothing at all for visitors who opt out of tracking.
 */
export function trackPageView(path: string): void {
  const { doNotTrack, globalPrivacyControl }: Navigator & { globalPrivacyControl?: boolean } = navigator
  if (!findPageKind(path) || doNotTrack === '1' || globalPrivacyControl) return
  // A page that is opened in the background, or ahead of a visit, may never be seen.
  if (document.hidden) document.addEventListener('visibilitychange', () => sendPageView(path), { once: true })
  else sendPageView(path)
}

function sendPageView(path: string): void {
  const url = `${apiBase}/page-views`
  const body = new Blob([JSON.stringify({ path })], { type: 'application/json' })
  if (navigator.sendBeacon?.(url, body)) return
  fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined)
}
