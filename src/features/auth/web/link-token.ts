import { useLayoutEffect, useState } from 'react'

/** A secret that came in the address of a link, by the names of its parts. */
export type Secret<Part extends string> = Record<Part, string>
/** `unknown` on the server and while hydrating; `refused` when the server would not have it. */
export type LinkTokenState<Part extends string> = Secret<Part> | 'unknown' | 'missing' | 'refused'
/** What a form with such a secret needs. */
export type SecretProps<Part extends string> = {
  secret: LinkTokenState<Part>
  onInvalid: () => undefined
}

type Store<Part extends string> = { key: string; parts: readonly Part[] }

/** Where each screen keeps the secret of its link, in this tab alone; the session's token is another matter. */
export const linkTokenKeys = {
  reset: { key: 'reset-token', parts: ['id', 'token'] },
  verify: { key: 'verify-token', parts: ['token'] },
  setUp: { key: 'setup-token', parts: ['token'] },
} as const

/** Takes the secret out of the address before anything else can read it there, and keeps it for a reload. */
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

/** The secret has done its work, or never will. */
export function clearLinkToken<Part extends string>(store: Store<Part>): void {
  keep(store, undefined)
}

function keep<Part extends string>({ key }: Store<Part>, secret: Secret<Part> | undefined): void {
  try {
    if (secret) sessionStorage.setItem(key, JSON.stringify(secret))
    else sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has it until the page is left.
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

/** All parts, or nothing. */
function whole<Part extends string>(
  { parts }: Store<Part>,
  read: (part: Part) => unknown,
): Secret<Part> | undefined {
  const found = parts.map((part) => [part, read(part)] as const)
  const isWhole = found.every(([, text]) => typeof text === 'string' && text !== '')
  return isWhole ? (Object.fromEntries(found) as Secret<Part>) : undefined // each part is a text
}
