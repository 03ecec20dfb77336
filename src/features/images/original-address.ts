const marketplaceAddress =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:alicdn\.com|tbcdn\.cn|geilicdn\.com|weidian\.com|taobao\.com|tmall\.com|1688\.com)\//i

const extension = '(?:jpe?g|png|webp|gif|bmp|avif|heic)'
/** `a.jpg_400x400.jpg_.webp`, `a.jpg_q50.jpg`, `a.jpg_b.jpg`: suffixes of thumbnails after the file's own name. */
const thumbnailSuffix = new RegExp(`(\\.${extension})_[\\w.]*$`, 'i')
/** `a.310x310.jpg`: thumbnails of 1688. */
const sizeInName = new RegExp(`\\.(?:\\d{2,4}x\\d{2,4}\\w*|search|summ)(\\.${extension})$`, 'i')
/** Query parameters for the size and quality of an image; `w`, `h` and `cp` are those of Weidian. */
const sizeParameter = /^(?:x-oss-process|w|h|cp|q|quality|imageView2.*|imageMogr2.*)$/i

/** The URL of the original of a marketplace's thumbnail; any other URL is returned unchanged. */
export function toOriginalAddress(address: string): string {
  if (!marketplaceAddress.test(address)) return address
  const [path = '', query] = address.split(/\?(.*)/s)
  const original = path.replace(thumbnailSuffix, '$1').replace(sizeInName, '$1')
  const remainingParameters = (query ?? '')
    .split('&')
    .filter((part) => part && !sizeParameter.test(part.split('=')[0] ?? ''))
  return remainingParameters.length > 0 ? `${original}?${remainingParameters.join('&')}` : original
}

/** Removes URLs with the same original as an earlier one. */
export function dropSamePhotos(addresses: readonly string[]): string[] {
  const firstByOriginal = new Map<string, string>()
  for (const address of addresses) {
    const original = toOriginalAddress(address)
    if (!firstByOriginal.has(original)) firstByOriginal.set(original, address)
  }
  return [...firstByOriginal.values()]
}
