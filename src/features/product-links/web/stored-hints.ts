import type { ItemParams } from '#shared/marketplaces.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { createSavedText } from '#shared/web/saved-text.ts'
import type { LinkHints } from '../contract.ts'
import { hasHints, hintsFragment, parseHints } from '../hints/hints-in-address.ts'

/** What a text said about an item, on this device only. `opened` is a link that was followed, not pasted here. */
export type StoredHints = LinkHints & { readonly from: 'pasted' | 'opened'; readonly at: number }
type HintsOfItem = readonly [item: string, hints: StoredHints]

const savedHints = createSavedText(storageKeys.linkHints, /^\[/)
const maxItems = 100

/** Stores the hints of an item. A link that someone else made replaces nothing that the visitor pasted. */
export function saveHints(
  item: ItemParams,
  { hints, from, at }: { hints: LinkHints; from: StoredHints['from']; at: number },
): void {
  if (!hasHints(hints)) return
  const key = toKey(item)
  const entries = readEntries(savedHints.get())
  const previous = entries.find(([name]) => name === key)?.[1]
  if (from === 'opened' && previous?.from === 'pasted') return
  const rest = entries.filter(([name]) => name !== key)
  savedHints.save(JSON.stringify([[key, { ...hints, from, at }], ...rest].slice(0, maxItems)))
}

/** The hints of an item; undefined without any, on the server and while the page hydrates. */
export function useStoredHints(item: ItemParams): StoredHints | undefined {
  const key = toKey(item)
  return readEntries(savedHints.use()).find(([name]) => name === key)?.[1]
}

/** Moves the hints of the page's address into the storage, so that a copied address carries none. */
export function takeHintsFromAddress(item: ItemParams): void {
  const parameters = new URLSearchParams(location.hash.slice(hintsFragment.length))
  history.replaceState(history.state, '', location.pathname + location.search)
  const hints = parseHints((name) => parameters.get(name))
  saveHints(item, { hints, from: 'opened', at: Date.now() })
}

function toKey({ shopType, productCode }: ItemParams): string {
  return `${shopType}/${productCode}`
}

function readEntries(text: string | undefined): HintsOfItem[] {
  if (text === undefined) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.flatMap(readEntry) : []
  } catch {
    return []
  }
}

function readEntry(entry: unknown): HintsOfItem[] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return []
  const stored: Record<string, unknown> = Object(entry[1])
  const hints = parseHints((name) => stored[name])
  const at = Number(stored.at)
  if (!hasHints(hints) || !Number.isFinite(at) || at <= 0 || at > 8.64e15) return []
  return [[entry[0], { ...hints, from: stored.from === 'pasted' ? 'pasted' : 'opened', at }]]
}
