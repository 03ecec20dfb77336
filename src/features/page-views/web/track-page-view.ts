import { apiBase } from '#shared/paths.ts'
import { findPageKind } from '../page-kind.ts'

/**
 * Reports a page view to our server. It sends only the path and stores nothing in the browser. Pages without a kind, and
 * visitors who opt out of tracking, are not reported.
 */
export function trackPageView(path: string): void {
  const { doNotTrack, globalPrivacyControl }: Navigator & { globalPrivacyControl?: boolean } = navigator
  if (!findPageKind(path) || doNotTrack === '1' || globalPrivacyControl) return
  // A page opened in a background tab, or prerendered, counts only once it becomes visible.
  if (document.hidden) document.addEventListener('visibilitychange', () => sendPageView(path), { once: true })
  else sendPageView(path)
}

function sendPageView(path: string): void {
  const url = `${apiBase}/page-views`
  const body = new Blob([JSON.stringify({ path })], { type: 'application/json' })
  if (navigator.sendBeacon?.(url, body)) return
  fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined)
}
