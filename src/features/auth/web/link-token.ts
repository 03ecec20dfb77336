import { useLayoutEffect, useState } from 'react'

/** A one-time token from a link's URL, by the names of its parts. */
export type Secret<Part extends string> = Record<Part, string>
/** `unknown` on the server and while hydrating; `refused` when the server rejected it. */
export type LinkTokenState<Part extends string> = Secret<Part> | 'unknown' | 'missing' | 'refused'
/** What a form with such a token needs. */
export type SecretProps<Part extends string> = {
  secret: LinkTokenState<Part>
  onInvalid: () => undefined
}

type Store<Part extends string> = { key: string; parts: readonly Part[] }

/** The storage keys of the screens' one-time tokens, in this tab only; unrelated to the session's token. */
export const linkTokenKeys = {
  reset: { key: 'reset-token', parts: ['id', 'token'] },
  verify: { key: 'verify-token', parts: ['token'] },
  setUp: { key: 'setup-token', parts: ['token'] },
} as const

/** Removes the token from the URL before other code can read it there, and stores it for a reload. */
export function useLinkToken<Part extends string>(store: Store<Part>): SecretProps<Part> {
  const [secret, setSecret] = useState<LinkTokenState<Part>>('unknown')
  useLayoutEffect(() => {
    const { pathname, search, hash } = location
    const given = new URLSearchParams(search)
    const isNew = store.parts.some((part) => given.has(part))
    if (isNew) {
      history.replaceState(history.state, '', pathname + hash)
      keep(
        store,
        whole(store, (part) => given.get(part)),
      )
    }
    setSecret((isNew ? whole(store, (part) => given.get(part)) : kept(store)) ?? 'missing')
  }, [store])
  function onInvalid(): undefined {
    clearLinkToken(store)
    setSecret('refused')
  }
  return { secret, onInvalid }
}

/** Deletes the token after its use or rejection. */
export function clearLinkToken<Part extends string>(store: Store<Part>): void {
  keep(store, undefined)
}

function keep<Part extends string>({ key }: Store<Part>, secret: Secret<Part> | undefined): void {
  try {
    if (secret) sessionStorage.setItem(key, JSON.stringify(secret))
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage it lasts until the page is left.
  }
}

function kept<Part extends string>(store: Store<Part>): Secret<Part> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(store.key) ?? 'null')
    const texts = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}))
    return whole(store, (part) => texts.get(part))
  } catch {
    return undefined
  }
}

/** All parts, or undefined. */
function whole<Part extends string>(
  { parts }: Store<Part>,
  read: (part: Part) => unknown,
): Secret<Part> | undefined {
  const found = parts.map((part) => [part, read(part)] as const)
  const isWhole = found.every(([, text]) => typeof text === 'string' && text !== '')
  return isWhole ? (Object.fromEntries(found) as Secret<Part>) : undefined // each part is a text
}
