import { hasVisibleText, stripMarks } from '#shared/format/plain-text.ts'

/** Marks without a shape of their own; joiners stay, because some scripts and pictures of letters need them. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Marks that only hide something: soft hyphens, empty spaces, and letters of tags. */
const hiding = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu

/** The text without marks that are not seen and turn nothing. */
export function removeHidingMarks(text: string): string {
  return text.replaceAll(hiding, '')
}

/** A text of a page in one line of at most `max` UTF-16 units, in NFC, without marks that cannot be seen; null for none. */
export function cleanReadText(text: string, max: number): string | null {
  const line = text
    .slice(0, 4 * max)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(invisible, '')
    .replaceAll(hiding, '')
    .normalize('NFC')
    .trim()
  const cut =
    line.length > max
      ? line
          .slice(0, max)
          .replace(/[\ud800-\udbff]$/, '')
          .trim()
      : line
  return hasVisibleText(cut) ? stripMarks(cut) : null
}
