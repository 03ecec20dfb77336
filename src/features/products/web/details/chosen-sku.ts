import { useSyncExternalStore } from 'react'

const skuParameter = 'sku'
const listeners = new Set<() => void>()

/**
 * The sku in the URL; null on the server and while hydrating, because finished pages are the same for all
 * choices.
 */
export function useAddressSku(): string | null {
  return useSyncExternalStore(subscribeToSku, readAddressSku, () => null)
}

/**
 * Puts a choice into the URL. Not by the router: nothing has to be loaded for it, and neither the history nor
 * the scroll position changes.
 */
export function chooseSku(skuID: string): void {
  const url = new URL(location.href)
  url.searchParams.set(skuParameter, skuID)
  history.replaceState(history.state, '', url)
  for (const listener of listeners) listener()
}

function readAddressSku(): string | null {
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
