import { foldTitle } from './fold-title.ts'
import { guessChinese } from './guess-chinese.ts'
import { guessLatin } from './guess-latin.ts'
import type { KindId } from './kind.ts'

/** The longest part of a title that is read, in UTF-16 units. */
export const maxTitleLength = 500

/**
 * The kind that a title in English, Polish, German, Spanish, Portuguese, French or Chinese names; undefined where it names
 * none. The kind is what arrives in the parcel: not a print, a part, a purpose or an accessory.
 */
export function guessKind(title: string): KindId | undefined {
  const raw = title.slice(0, maxTitleLength)
  const folded = foldTitle(raw)
  const chinese = /\p{Script=Han}/u.test(folded) ? guessChinese(folded) : undefined
  return (chinese === undefined ? guessLatin(folded, raw) : chinese) ?? undefined
}
