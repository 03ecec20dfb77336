import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { storageKeys } from '#shared/storage-keys.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { findPreferredAgent } from '../agent-choice.ts'
import type { Agent } from '../contract.ts'
import { agentsQuery } from './queries.ts'

/** Maximum characters of a stored name, as in the API. */
const maxNameLength = 80

const listeners = new Set<() => void>()
let currentName: string | undefined
let hasRead = false

/**
 * The agent to buy from (§4); the default agent on the server and while hydrating. Undefined without agents.
 */
export function usePreferredAgent(): Agent | undefined {
  const { data } = useQuery(agentsQuery(useApiClient()))
  const find = (name: string | undefined) => findPreferredAgent(data?.data ?? [], name)
  // The snapshot is the agent, not the stored name: no rerender when the stored agent is the default.
  return useSyncExternalStore(
    subscribe,
    () => find(readName()),
    () => find(undefined),
  )
}

/** Stores name and image on this device and updates everything that shows the agent (§4). */
export function setPreferredAgent({ name, img }: Pick<Agent, 'name' | 'img'>): void {
  try {
    localStorage.setItem(storageKeys.platform, name)
    localStorage.setItem(storageKeys.platformImage, img)
  } catch {
    // Without storage the choice lasts until the next load.
  }
  setCurrentName(name)
}

/**
 * Stores the default agent when nothing valid is stored, and updates the stored image (§4). Called with the loaded list.
 */
export function syncPreferredAgent(agents: readonly Agent[]): void {
  const agent = findPreferredAgent(agents, readName())
  if (!agent) return
  const stored = readStoredChoice()
  if (stored?.name !== agent.name || stored.image !== agent.img) setPreferredAgent(agent)
}

type StoredChoice = { name: string | undefined; image: string | undefined }

/** The stored choice, undefined without storage; an invalid name or image URL is removed. */
function readStoredChoice(): StoredChoice | undefined {
  try {
    return {
      name: readValidItem(storageKeys.platform, isAgentName),
      image: readValidItem(storageKeys.platformImage, isImageUrl),
    }
  } catch {
    return undefined
  }
}

function readValidItem(key: string, isValid: (text: string) => boolean): string | undefined {
  const text = localStorage.getItem(key)
  if (text !== null && isValid(text)) return text
  if (text !== null) localStorage.removeItem(key)
  return undefined
}

function isAgentName(text: string): boolean {
  return text.trim() !== '' && text.length <= maxNameLength
}

/** An http(s) URL, or a path on this site. */
function isImageUrl(text: string): boolean {
  return /^\/(?![/\\])/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

function readName(): string | undefined {
  if (!hasRead) refreshFromStorage()
  return currentName
}

/** Reads another tab's choice: on the storage event, and before any press in case the event was missed. */
function refreshFromStorage(): void {
  hasRead = true
  const stored = readStoredChoice()
  if (stored) setCurrentName(stored.name)
}

function setCurrentName(name: string | undefined): void {
  if (name === currentName) return
  currentName = name
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) toggleStorageListeners('addEventListener')
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) toggleStorageListeners('removeEventListener')
  }
}

function toggleStorageListeners(method: 'addEventListener' | 'removeEventListener'): void {
  window[method]('storage', refreshFromStorage)
  window[method]('focus', refreshFromStorage)
  window[method]('pointerdown', refreshFromStorage, { capture: true })
  document[method]('visibilitychange', refreshFromStorage)
}
