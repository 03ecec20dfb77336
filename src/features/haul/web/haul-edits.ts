import { useMemo } from 'react'
import { getSavedCountry, useSavedCountry } from '#features/shipping/web/use-ship-to.ts'
import { emptyHaul, type Haul, type HaulItem } from '../haul.ts'
import { deserializeHaul, serializeHaul } from '../haul-url.ts'
import {
  type AddedItem,
  addItem,
  insertItem,
  isSamePiece,
  type NewItem,
  type PieceKey,
} from '../item-list.ts'
import { haulText } from './haul-store.ts'

/** The last haul that was written, with ids that stay the same and pictures that the text leaves out. */
let written: { text: string; haul: Haul } | undefined

/** The device's own haul, to the country that the site keeps; empty on the server and while the page hydrates. */
export function useHaul(): Haul {
  const text = haulText.use()
  const country = useSavedCountry()
  return useMemo(() => readHaul(text, country), [text, country])
}

export function getHaul(): Haul {
  return readHaul(haulText.get(), getSavedCountry())
}

export function writeHaul(haul: Haul): void {
  written = { text: serializeHaul(haul), haul }
  haulText.save(written.text)
}

/** Adds a piece to the haul; undefined where it is full. */
export function addToHaul(item: NewItem): AddedItem | undefined {
  const haul = getHaul()
  const added = addItem(haul.items, item)
  if (added) writeHaul({ ...haul, items: added.items })
  return added
}

/** Takes a variant out of the haul, and returns a function that puts it back; undefined where it is not in it. */
export function removeFromHaul(piece: PieceKey): (() => void) | undefined {
  const found = getHaul().items.find((item) => isSamePiece(item, piece))
  return found && removeItem(found.id)
}

export function removeItem(id: number): () => void {
  const haul = getHaul()
  const place = haul.items.findIndex((item) => item.id === id)
  const item = haul.items[place]
  writeItems(haul.items.filter((one) => one.id !== id))
  return () => {
    if (item) writeItems(insertItem(getHaul().items, place, item))
  }
}

function writeItems(items: readonly HaulItem[]): void {
  writeHaul({ ...getHaul(), items })
}

/** A text that holds no haul counts as none. */
function readHaul(text: string | undefined, country: string | undefined): Haul {
  const haul = written?.text === text ? written?.haul : deserializeHaul(text ?? '')
  return { ...(haul ?? emptyHaul), destination: country ?? haul?.destination ?? '' }
}
