/** A form's field holds addresses of pictures as lines of text. */
export function parsePictures(text: string): string[] {
  return text.split('\n').filter(Boolean)
}

/** Without the fragments, which come and change as pictures are drawn. */
export function formatPictures(pictures: readonly string[]): string {
  return pictures.map(toPlainAddress).join('\n')
}

export function toPlainAddress(picture: string): string {
  return picture.replace(/#.*$/s, '')
}

/** The list with one of its pictures at another place, counted from 0; beyond the ends nothing changes. */
export function movePicture(pictures: readonly string[], picture: string, place: number): string[] {
  if (place < 0 || place >= pictures.length) return [...pictures]
  return pictures.filter((other) => other !== picture).toSpliced(place, 0, picture)
}
