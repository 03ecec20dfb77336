import { useSyncExternalStore } from 'react'

const skuParameter = 'sku'
const listeners = new Set<() => void>()

/**
 * The sku in the URL. Null on the server and while hydrating, because the rendered page is the same for all choices.
 */
export function useUrlSku(): string | null {
  return useSyncExternalStore(subscribeToSku, readUrlSku, () => null)
}

/**
 * Stores a choice in the URL without the router, because nothing has to be loaded and neither the history nor the scroll
 * position changes.
 */
export function chooseSku(skuID: string): void {
  const url = new URL(location.href)
  url.searchParams.set(skuParameter, skuID)
  history.replaceState(history.state, '', url)
  for (const listener of listeners) listener()
}

function readUrlSku(): string | null {
  return new URLSearchParams(location.search).get(skuParameter)
}

function subscribeToSku(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
