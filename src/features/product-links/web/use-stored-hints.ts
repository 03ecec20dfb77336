import type { LinkHints } from '#shared/items/link-hints.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { createSavedText } from '#shared/web/saved-text.ts'
import type { ParsedLink } from '../contract.ts'
import { hasHints, hintsFragment, parseHints } from '../hints/hints-in-address.ts'

/** The hints about an item, stored on this device only. `opened`: from a link that was followed, not pasted here. */
export type StoredHints = LinkHints & { readonly from: 'pasted' | 'opened'; readonly at: number }
type HintsOfItem = readonly [item: string, hints: StoredHints]

const savedHints = createSavedText(storageKeys.linkHints, /^\[/)
/** As many as one conversion can have. */
const maxItems = 500

/** A recognized link, with the hints from its text. */
type LinkWithHints = Pick<ParsedLink, 'shopType' | 'id'> & { hints: LinkHints }

/**
 * Stores the hints of links, the newest first. Hints of a link that was only opened never replace hints of a link that the
 * visitor pasted.
 */
export function saveHints(links: readonly LinkWithHints[], from: StoredHints['from']): void {
  const at = Date.now()
  const stored = new Map(readEntries(savedHints.get()))
  const mayReplace = (key: string) => from === 'pasted' || stored.get(key)?.from !== 'pasted'
  const added = new Map(
    links.flatMap(({ shopType, id, hints }): HintsOfItem[] => {
      const key = toKey({ shopType, productCode: id })
      return hasHints(hints) && mayReplace(key) ? [[key, { ...hints, from, at }]] : []
    }),
  )
  if (added.size === 0) return
  const otherHints = [...stored].filter(([key]) => !added.has(key))
  savedHints.save(JSON.stringify([...added, ...otherHints].slice(0, maxItems)))
}

/** The hints of an item; undefined without any, on the server and while the page hydrates. */
export function useStoredHints(item: ItemParams): StoredHints | undefined {
  return findHints(savedHints.use(), item)
}

/** The hints of an item outside of components; undefined without any. */
export function getStoredHints(item: ItemParams): StoredHints | undefined {
  return findHints(savedHints.get(), item)
}

function findHints(text: string | undefined, item: ItemParams): StoredHints | undefined {
  const key = toKey(item)
  return readEntries(text).find(([name]) => name === key)?.[1]
}

/** Moves the hints of the page's address into the storage, so that a copied address carries none. */
export function takeHintsFromAddress(item: ItemParams): void {
  const parameters = new URLSearchParams(location.hash.slice(hintsFragment.length))
  history.replaceState(history.state, '', location.pathname + location.search)
  const hints = parseHints((name) => parameters.get(name))
  saveHints([{ shopType: item.shopType, id: item.productCode, hints }], 'opened')
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
