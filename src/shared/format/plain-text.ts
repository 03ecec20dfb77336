const forbiddenCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A valid single line: no control characters, and no characters that change the text direction. */
export const plainLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u

/** A valid text of several lines: as above, plus line breaks and tabs. */
export const plainText = /^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\p{Bidi_Control}])*$/u

/** The text without the characters that a line may not contain. */
export function stripMarks(text: string): string {
  return text.replaceAll(forbiddenCharacters, '')
}

/** False for a text of spaces, zero-width marks and the like only. */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{Cf}\p{Mn}\u2800\u3164\uffa0\u115f\u1160]/u.test(text)
}
