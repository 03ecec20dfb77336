import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { storageKeys } from '#shared/storage-keys.ts'
import { useApiClient } from '#shared/web/api-client.tsx'
import type { Agent } from '../contract.ts'
import { chosenAgent } from '../rules.ts'
import { agentsQuery } from './queries.ts'

/** Maximum characters of a stored name; the API accepts no longer one. */
const longestName = 80

const listeners = new Set<() => void>()
let current: string | undefined
let hasRead = false

/**
 * The agent to buy from; on the server and while hydrating the default one. Undefined when there is none at
 * all (§4).
 */
export function usePreferredAgent(): Agent | undefined {
  const { data } = useQuery(agentsQuery(useApiClient()))
  const stored = useSyncExternalStore(subscribe, readName, () => undefined)
  return chosenAgent(data?.data ?? [], stored)
}

/** Stores name and image on this device and updates everything that shows the agent (§4). */
export function setPreferredAgent({ name, img }: Pick<Agent, 'name' | 'img'>): void {
  try {
    localStorage.setItem(storageKeys.platform, name)
    localStorage.setItem(storageKeys.platformImage, img)
  } catch {
    // Without storage the choice lasts until the next load.
  }
  settle(name)
}

/**
 * Once the list is loaded: stores the default where nothing valid is stored, and updates the stored image
 * (§4).
 */
export function syncPreferredAgent(agents: readonly Agent[]): void {
  const agent = chosenAgent(agents, readName())
  if (!agent) return
  const stored = storedChoice()
  if (stored?.name !== agent.name || stored.image !== agent.img) setPreferredAgent(agent)
}

type StoredChoice = { name: string | undefined; image: string | undefined }

/** The stored choice, undefined when there is none; an invalid name or image URL is removed. */
function storedChoice(): StoredChoice | undefined {
  try {
    return {
      name: valid(storageKeys.platform, isName),
      image: valid(storageKeys.platformImage, isImageAddress),
    }
  } catch {
    return undefined
  }
}

function valid(key: string, isValid: (text: string) => boolean): string | undefined {
  const text = localStorage.getItem(key)
  if (text !== null && isValid(text)) return text
  if (text !== null) localStorage.removeItem(key)
  return undefined
}

function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= longestName
}

/** An http(s) URL, or a path on this site. */
function isImageAddress(text: string): boolean {
  return /^\/(?![/\\])/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

function readName(): string | undefined {
  if (!hasRead) reread()
  return current
}

/** Another tab's choice: read on its event, and before any press in case the event was missed. */
function reread(): void {
  hasRead = true
  const stored = storedChoice()
  if (stored) settle(stored.name)
}

function settle(name: string | undefined): void {
  if (name === current) return
  current = name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) watch('addEventListener')
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) watch('removeEventListener')
  }
}

function watch(method: 'addEventListener' | 'removeEventListener'): void {
  window[method]('storage', reread)
  window[method]('focus', reread)
  window[method]('pointerdown', reread, { capture: true })
  document[method]('visibilitychange', reread)
}
