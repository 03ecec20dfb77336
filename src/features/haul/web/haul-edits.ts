import { useMemo } from 'react'
import { getShipTo, type ShipTo, useShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { emptyHaul, type Haul, type HaulItem } from '../haul.ts'
import { deserializeHaul, serializeHaul } from '../haul-url.ts'
import {
  type AddedItem,
  addItem,
  addMissingItems,
  insertItem,
  isSamePiece,
  type NewItem,
  type PieceKey,
} from '../item-list.ts'
import { haulText } from './haul-store.ts'

/** The last written haul: it keeps the ids, and the images that the text leaves out. */
let lastWritten: { text: string; haul: Haul } | undefined

/** The haul of this device, to the country of the whole site; empty on the server and while the page hydrates. */
export function useHaul(): Haul {
  const text = haulText.use()
  const shipTo = useShipTo()
  return useMemo(() => readHaul(text, shipTo), [text, shipTo])
}

export function getHaul(): Haul {
  return readHaul(haulText.get(), getShipTo())
}

/** Stores the haul, without a guessed destination. */
export function writeHaul(haul: Haul): void {
  lastWritten = { text: serializeHaul(removeGuessedDestination(haul)), haul }
  haulText.save(lastWritten.text)
}

/** Adds a piece to the haul; undefined when it is full. */
export function addToHaul(item: NewItem): AddedItem | undefined {
  const haul = getHaul()
  const added = addItem(haul.items, item)
  if (added) writeHaul({ ...haul, items: added.items })
  return added
}

/** Adds the items that are not in the haul yet, as long as there is room; returns their number and an undo function. */
export function addMissingToHaul(newItems: readonly NewItem[]): { count: number; undo: () => void } {
  const { items } = getHaul()
  const next = addMissingItems(items, newItems)
  const added = next.slice(items.length)
  if (added.length > 0) writeItems(next)
  return {
    count: added.length,
    undo: () =>
      writeItems(getHaul().items.filter((item) => !added.some((addedItem) => isSamePiece(addedItem, item)))),
  }
}

/** Removes a variant from the haul and returns an undo function; undefined when the haul does not hold it. */
export function removeFromHaul(piece: PieceKey): (() => void) | undefined {
  const item = getHaul().items.find((candidate) => isSamePiece(candidate, piece))
  return item && removeHaulItem(item.id)
}

export function removeHaulItem(id: number): () => void {
  const haul = getHaul()
  const index = haul.items.findIndex((item) => item.id === id)
  const item = haul.items[index]
  writeItems(haul.items.filter((item) => item.id !== id))
  return () => {
    if (item) writeItems(insertItem(getHaul().items, index, item))
  }
}

function writeItems(items: readonly HaulItem[]): void {
  writeHaul({ ...getHaul(), items })
}

/** The haul without a destination that was only guessed from this device's time zone or language. */
export function removeGuessedDestination(haul: Haul): Haul {
  const { code, from } = getShipTo() ?? {}
  return from !== 'chosen' && haul.destination === code ? { ...haul, destination: '' } : haul
}

/** An invalid text is an empty haul. Destination: the visitor's choice, else the one in the text, else the guess. */
function readHaul(text: string | undefined, shipTo: ShipTo | undefined): Haul {
  const haul = (lastWritten?.text === text ? lastWritten?.haul : deserializeHaul(text ?? '')) ?? emptyHaul
  const destination = shipTo?.from === 'chosen' ? shipTo.code : haul.destination
  return { ...haul, destination: destination || (shipTo?.code ?? '') }
}
