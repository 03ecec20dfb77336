/** A path below the media folder without hidden files and without `..`. */
const mediaName = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Whether a text is a valid path of a file in the media folder. */
export function isMediaName(source: string): boolean {
  return source.length <= 255 && mediaName.test(source)
}
