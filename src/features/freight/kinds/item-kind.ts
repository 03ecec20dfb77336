import type { ItemKind } from '../kind-contract.ts'
import { guessKind } from './guess-kind.ts'
import { findKind, type KindId, noKind } from './kind.ts'

/** The maximum number of titles whose guess is kept. */
const maxKeptGuesses = 20_000
const guessByTitle = new Map<string, KindId | undefined>()

/** The kind of an item: the one that an admin has set, else the guess from its title; null for none. */
export function getItemKind(title: string, ownKind: string | null = null): ItemKind | null {
  if (ownKind === noKind) return null
  const kind = findKind(ownKind) ?? findKind(guessKept(title))
  if (!kind) return null
  const { id, category, gramsFrom, gramsTo } = kind
  return { id, category, gramsFrom, gramsTo }
}

/** Lists guess the same titles again and again. */
function guessKept(title: string): KindId | undefined {
  if (guessByTitle.has(title)) return guessByTitle.get(title)
  const guess = guessKind(title)
  if (guessByTitle.size >= maxKeptGuesses) guessByTitle.clear()
  guessByTitle.set(title, guess)
  return guess
}
