import { type PageReading, parsePageReading } from '../../page-reading.ts'
import { decodeBase64, encodeBase64 } from '../page-reader/base64.ts'

/** The part of an address behind the `#`, which no browser sends to a server. */
const prefix = '#reading='
/** In characters: Firefox carries addresses of at most 1 MiB. */
const maxLength = 1_000_000

/** The fragment that hands over a reading. Photos for which it has no room count as unread. */
export function formatReadingFragment(reading: PageReading): string {
  const withPhotos = (count: number) =>
    prefix +
    encode({
      ...reading,
      photos: reading.photos.slice(0, count),
      unreadPhotos: reading.unreadPhotos + reading.photos.length - count,
    })
  let count = reading.photos.length
  while (count > 0 && withPhotos(count).length > maxLength) count--
  return withPhotos(count)
}

function encode(reading: PageReading): string {
  const text = encodeBase64(new TextEncoder().encode(JSON.stringify(reading)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The reading in a fragment, which anyone can have written; undefined when there is none or it is not valid. */
export function parseReadingFragment(fragment: string, isLocal: boolean): PageReading | undefined {
  if (!fragment.startsWith(prefix) || fragment.length > maxLength) return undefined
  try {
    const text = fragment.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/')
    return parsePageReading(JSON.parse(new TextDecoder().decode(decodeBase64(text))), { isLocal })
  } catch {
    return undefined
  }
}
