const marks = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** What one line may hold: no control characters, and none that turn the direction of what follows. */
export const plainLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u

/** What a text of several lines may hold: as above, but for line breaks and tabs. */
export const plainText = /^(?:[\n\r\t]|[^\p{Cc}\p{Cs}\p{Bidi_Control}])*$/u

/** A text as one line may hold it. */
export function withoutMarks(text: string): string {
  return text.replaceAll(marks, '')
}

/** Spaces, zero-width marks and the like can be read by nobody. */
export function hasVisible(text: string): boolean {
  return /[^\s\p{Cf}\p{Mn}\u2800\u3164\uffa0\u115f\u1160]/u.test(text)
}
