import { getImageHash } from '#shared/image-urls.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { type Alignment, roundAlignment, unaligned } from './alignment.ts'

const maxPairs = 200
const number = String.raw`(-?\d{1,3}(?:\.\d)?)`
const entryPattern = new RegExp(`^([\\w-]{1,64}\\+[\\w-]{1,64})=${number},${number},${number},${number}$`)

/** What identifies a seller's image with a QC photo, undefined where they are no images of ours. */
export function getPairKey(picture: string, photo: string): string | undefined {
  const [one, other] = [getImageHash(picture), getImageHash(photo)]
  return one && other && `${one}+${other}`
}

/** The stored alignment of a pair; one that was never aligned shows both as they are. */
export function readAlignment(pair: string | undefined): Alignment {
  return (pair !== undefined && readAllAlignments().get(pair)) || unaligned
}

/** Stores the alignment of a pair, and keeps those of earlier pairs as long as there is room. */
export function saveAlignment(pair: string, alignment: Alignment): void {
  const all = readAllAlignments()
  all.delete(pair)
  const text = encodeAlignment(alignment)
  if (text !== encodeAlignment(unaligned)) all.set(pair, roundAlignment(alignment))
  const lines = [...all].slice(-maxPairs).map(([key, alignment]) => `${key}=${encodeAlignment(alignment)}`)
  try {
    localStorage.setItem(storageKeys.qcAlignments, lines.join(' '))
  } catch {
    // Without storage the alignment lasts until the page is left.
  }
}

/** Invalid entries are dropped at the next write. */
function readAllAlignments(): Map<string, Alignment> {
  try {
    const entries = (localStorage.getItem(storageKeys.qcAlignments) ?? '').split(' ', maxPairs)
    return new Map(entries.flatMap((word) => decodeEntry(word) ?? []))
  } catch {
    return new Map()
  }
}

/** Undefined for what is no entry, or one outside the limits. */
function decodeEntry(word: string): [[string, Alignment]] | undefined {
  const [, pair, ...values] = entryPattern.exec(word) ?? []
  const [x = 0, y = 0, scale = 0, turn = 0] = values.map(Number)
  const alignment = { x, y, scale, turn }
  const isWithin = encodeAlignment(alignment) === [x, y, scale, turn].join()
  return pair !== undefined && isWithin ? [[pair, alignment]] : undefined
}

function encodeAlignment(alignment: Alignment): string {
  const { x, y, scale, turn } = roundAlignment(alignment)
  return [x, y, scale, turn].join()
}
