/** A file below the media folder: plain segments, none of them hidden or leading upwards. */
const mediaName = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Whether a text can name a file of the media folder. */
export function isMediaName(source: string): boolean {
  return source.length <= 255 && mediaName.test(source)
}
