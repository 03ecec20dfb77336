/** Sizes that picture hosts append: `a.jpg_50x50.jpg`, `a.jpg_q50.jpg_.webp`, `a_80x80.jpg`, `a.64x64.webp`, `a.jpg!w200`. */
const appended = /(\.(?:jpe?g|png|webp|avif))(?:_[^/]*|[!@][^/]*)$/i
const inserted =
  /[._-](?:\d{2,5}x\d{2,5}(?:[a-z]\d{1,3})?|[wh]_?\d{2,4}|thumb(?:nail)?|small|tiny|mini)(?=\.(?:jpe?g|png|webp|avif)$)/i

/** The path of a picture without what makes it smaller. */
export function toFullSizePath(path: string): string {
  return path.replace(appended, '$1').replace(inserted, '')
}
