import { useMemo } from 'react'
import { getShipTo, type ShipTo, useShipTo } from '#features/shipping/web/use-ship-to.ts'
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

/** The last haul that was written, with ids that stay the same and pictures that the text leaves out. */
let written: { text: string; haul: Haul } | undefined

/** The device's own haul, to the country of the whole site; empty on the server and while the page hydrates. */
export function useHaul(): Haul {
  const text = haulText.use()
  const shipTo = useShipTo()
  return useMemo(() => readHaul(text, shipTo), [text, shipTo])
}

export function getHaul(): Haul {
  return readHaul(haulText.get(), getShipTo())
}

/** A destination that was only guessed is not kept. */
export function writeHaul(haul: Haul): void {
  written = { text: serializeHaul(leaveOutGuess(haul)), haul }
  haulText.save(written.text)
}

/** Adds a piece to the haul; undefined where it is full. */
export function addToHaul(item: NewItem): AddedItem | undefined {
  const haul = getHaul()
  const added = addItem(haul.items, item)
  if (added) writeHaul({ ...haul, items: added.items })
  return added
}

/** Adds those that are not in the haul yet, as far as there is room, and returns how many and a way back. */
export function addMissingToHaul(wanted: readonly NewItem[]): { count: number; undo: () => void } {
  const { items } = getHaul()
  const next = addMissingItems(items, wanted)
  const added = next.slice(items.length)
  if (added.length > 0) writeItems(next)
  return {
    count: added.length,
    undo: () => writeItems(getHaul().items.filter((item) => !added.some((one) => isSamePiece(one, item)))),
  }
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

/** The haul without the destination that only this device's clock or language tell. */
export function leaveOutGuess(haul: Haul): Haul {
  const { code, from } = getShipTo() ?? {}
  return from !== 'chosen' && haul.destination === code ? { ...haul, destination: '' } : haul
}

/** A text that holds no haul counts as none; a destination that it names is stronger than a guess. */
function readHaul(text: string | undefined, shipTo: ShipTo | undefined): Haul {
  const haul = (written?.text === text ? written?.haul : deserializeHaul(text ?? '')) ?? emptyHaul
  const named = shipTo?.from === 'chosen' ? shipTo.code : haul.destination
  return { ...haul, destination: named || (shipTo?.code ?? '') }
}
