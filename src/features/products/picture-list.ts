/** Parses the value of a form's picture field: one URL per line. */
export function parsePictures(text: string): string[] {
  return text.split('\n').filter(Boolean)
}

/** Formats picture URLs as lines, without their fragments, which change when images are rendered. */
export function formatPictures(pictures: readonly string[]): string {
  return pictures.map(removeFragment).join('\n')
}

/** A picture's URL without its fragment. */
export function removeFragment(picture: string): string {
  return picture.replace(/#.*$/s, '')
}

/** Moves a picture to a 0-based index. An index outside of the list changes nothing. */
export function movePicture(pictures: readonly string[], picture: string, index: number): string[] {
  if (index < 0 || index >= pictures.length) return [...pictures]
  return pictures.filter((item) => item !== picture).toSpliced(index, 0, picture)
}
