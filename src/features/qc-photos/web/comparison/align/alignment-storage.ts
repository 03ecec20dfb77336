import { getImageHash } from '#shared/image-urls.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { type Alignment, roundAlignment, unaligned } from './alignment.ts'

const maxPairs = 200
const number = String.raw`(-?\d{1,3}(?:\.\d)?)`
const entryPattern = new RegExp(`^([\\w-]{1,64}\\+[\\w-]{1,64})=${number},${number},${number},${number}$`)

/** The key of a seller's image with a QC photo; undefined when one is not an image of this site. */
export function getPairKey(picture: string, photo: string): string | undefined {
  const [pictureHash, photoHash] = [getImageHash(picture), getImageHash(photo)]
  return pictureHash && photoHash && `${pictureHash}+${photoHash}`
}

/** The stored alignment of a pair; `unaligned` by default. */
export function readAlignment(pair: string | undefined): Alignment {
  return (pair !== undefined && readAllAlignments().get(pair)) || unaligned
}

/** Stores the alignment of a pair with those of the last `maxPairs` pairs. */
export function saveAlignment(pair: string, alignment: Alignment): void {
  const all = readAllAlignments()
  all.delete(pair)
  const text = encodeAlignment(alignment)
  if (text !== encodeAlignment(unaligned)) all.set(pair, roundAlignment(alignment))
  const lines = [...all].slice(-maxPairs).map(([key, alignment]) => `${key}=${encodeAlignment(alignment)}`)
  try {
    localStorage.setItem(storageKeys.qcAlignments, lines.join(' '))
  } catch {
    // Without storage the alignment is lost when the page is closed.
  }
}

/** Invalid entries are dropped at the next write. */
function readAllAlignments(): Map<string, Alignment> {
  try {
    const storedEntries = (localStorage.getItem(storageKeys.qcAlignments) ?? '').split(' ', maxPairs)
    return new Map(storedEntries.flatMap((entry) => decodeEntry(entry) ?? []))
  } catch {
    return new Map()
  }
}

/** Undefined for an invalid entry or values outside the limits. */
function decodeEntry(entry: string): [[string, Alignment]] | undefined {
  const [, pair, ...values] = entryPattern.exec(entry) ?? []
  const [x = 0, y = 0, scale = 0, rotationDegrees = 0] = values.map(Number)
  const alignment = { x, y, scale, rotationDegrees }
  const isWithinLimits = encodeAlignment(alignment) === [x, y, scale, rotationDegrees].join()
  return pair !== undefined && isWithinLimits ? [[pair, alignment]] : undefined
}

function encodeAlignment(alignment: Alignment): string {
  const { x, y, scale, rotationDegrees } = roundAlignment(alignment)
  return [x, y, scale, rotationDegrees].join()
}
