import type { ApiClient } from '#shared/contract.ts'
import { hasVisibleText, stripMarks } from '#shared/format/plain-text.ts'
import type { AuthContract, LoginReply } from '../../contract.ts'
import { googleText, maxUserNameLength } from '../../texts-and-limits.ts'
import { logIn } from '../log-in.ts'

/** A user whom Google has confirmed, by the credential's claims; only the server can verify it. */
export type GoogleProfile = { name: string; email: string; credential: string }
type PopupMessage = { state: string; credential: string | null }

const channelName = 'google-sign-in'
const popupFeatures = 'popup,width=500,height=640'

/** A failure with our own message; all other errors have the server's message. */
export class GoogleFailure extends Error {
  override readonly name = 'GoogleFailure'
}

/**
 * Opens Google's login in a popup window. Must be called directly in the click handler, or browsers block the
 * window. Google's pages and ours are isolated, so a closed window is not detected: `signal` ends the wait.
 */
export async function openGooglePopup(send: ApiClient, signal: AbortSignal): Promise<GoogleProfile> {
  const popup = window.open('about:blank', '_blank', popupFeatures)
  if (!popup) throw new GoogleFailure(googleText.blocked)
  try {
    const { data } = await send<AuthContract['googleNonce']>('POST /auth/google-nonce', {})
    signal.throwIfAborted()
    const pendingCredential = waitForCredential(
      new URL(data.authorizationUrl).searchParams.get('state'),
      signal,
    )
    popup.location.replace(data.authorizationUrl)
    return parseProfile(await pendingCredential)
  } catch (error) {
    popup.close()
    throw error
  }
}

/** Waits for the credential of this login. Any site can open the return page; only Google's response to this login has its state. */
function waitForCredential(state: string | null, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<PopupMessage>) => {
    if (data.state !== state) return
    if (data.credential) resolve(data.credential)
    else reject(new GoogleFailure(googleText.failed))
  })
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise.finally(() => channel.close())
}

/** Passes the credential in the URL to the page that waits for it, and closes this window. */
export function completeGooglePopup(): void {
  const parameters = new URLSearchParams(location.hash.slice(1))
  history.replaceState(history.state, '', location.pathname)
  const state = parameters.get('state')
  if (!state) return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ state, credential: parameters.get('id_token') } satisfies PopupMessage)
  channel.close()
  window.close()
}

function parseProfile(credential: string): GoogleProfile {
  const { email, name } = decodePayload(credential)
  if (typeof email !== 'string') throw new GoogleFailure(googleText.failed)
  return { email, name: cleanName(name) || email.replace(/@.*/, ''), credential }
}

/** Makes a name valid for this site; Google allows more. Empty when nothing is left. */
function cleanName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const cleaned = stripMarks(name).trim().slice(0, maxUserNameLength).toWellFormed()
  return hasVisibleText(cleaned) ? cleaned : ''
}

function decodePayload(credential: string): Record<string, unknown> {
  try {
    const [, payload = ''] = credential.split('.')
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** §4 Google login; `password` links an account that has one. */
export function logInWithGoogle(
  send: ApiClient,
  { email, credential }: GoogleProfile,
  password?: string,
): Promise<LoginReply> {
  return logIn(send, { email, method: 'google', credential, ...(password && { password }) })
}
