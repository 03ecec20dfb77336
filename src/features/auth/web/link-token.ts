import { useLayoutEffect, useState } from 'react'

/** A one-time token from a link's URL, by the names of its parts. */
export type LinkSecret<Part extends string> = Record<Part, string>
/** `unknown` on the server and during hydration; `refused` when the server rejected the token. */
export type LinkTokenState<Part extends string> = LinkSecret<Part> | 'unknown' | 'missing' | 'refused'
/** The token for a form, and a callback for when the server rejects it. */
export type LinkSecretProps<Part extends string> = {
  secret: LinkTokenState<Part>
  onInvalid: () => undefined
}

type LinkTokenStore<Part extends string> = { key: string; parts: readonly Part[] }

/** The storage keys of the screens' one-time tokens, in this tab only; unrelated to the session's token. */
export const linkTokenKeys = {
  reset: { key: 'reset-token', parts: ['id', 'token'] },
  verify: { key: 'verify-token', parts: ['token'] },
  unlock: { key: 'unlock-token', parts: ['token'] },
  setUp: { key: 'setup-token', parts: ['token'] },
} as const

/** Removes the token from the URL before other code can read it there, and stores it for a reload. */
export function useLinkToken<Part extends string>(store: LinkTokenStore<Part>): LinkSecretProps<Part> {
  const [secret, setSecret] = useState<LinkTokenState<Part>>('unknown')
  useLayoutEffect(() => {
    const { pathname, search, hash } = location
    const parameters = new URLSearchParams(search)
    const isNew = store.parts.some((part) => parameters.has(part))
    if (isNew) {
      history.replaceState(history.state, '', pathname + hash)
      saveSecret(
        store,
        collectParts(store, (part) => parameters.get(part)),
      )
    }
    setSecret((isNew ? collectParts(store, (part) => parameters.get(part)) : readSecret(store)) ?? 'missing')
  }, [store])
  function onInvalid(): undefined {
    clearLinkToken(store)
    setSecret('refused')
  }
  return { secret, onInvalid }
}

/** Deletes the token after its use or rejection. */
export function clearLinkToken<Part extends string>(store: LinkTokenStore<Part>): void {
  saveSecret(store, undefined)
}

function saveSecret<Part extends string>(
  { key }: LinkTokenStore<Part>,
  secret: LinkSecret<Part> | undefined,
): void {
  try {
    if (secret) sessionStorage.setItem(key, JSON.stringify(secret))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage the token lasts until the page is left.
  }
}

function readSecret<Part extends string>(store: LinkTokenStore<Part>): LinkSecret<Part> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(store.key) ?? 'null')
    const texts = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}))
    return collectParts(store, (part) => texts.get(part))
  } catch {
    return undefined
  }
}

/** All parts, or undefined. */
function collectParts<Part extends string>(
  { parts }: LinkTokenStore<Part>,
  read: (part: Part) => unknown,
): LinkSecret<Part> | undefined {
  const entries = parts.map((part) => [part, read(part)] as const)
  const isComplete = entries.every(([, text]) => typeof text === 'string' && text !== '')
  return isComplete ? (Object.fromEntries(entries) as LinkSecret<Part>) : undefined // each value is a string
}
