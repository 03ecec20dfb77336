const marketplaceAddress =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:alicdn\.com|tbcdn\.cn|geilicdn\.com|weidian\.com|taobao\.com|tmall\.com|1688\.com)\//i

const extension = '(?:jpe?g|png|webp|gif|bmp|avif|heic)'
/** `a.jpg_400x400.jpg_.webp`, `a.jpg_q50.jpg`, `a.jpg_b.jpg`: what the hosts write behind the file's own name. */
const thumbnailEnding = new RegExp(`(\\.${extension})_[\\w.]*$`, 'i')
/** `a.310x310.jpg`, 1688's way. */
const sizeInName = new RegExp(`\\.(?:\\d{2,4}x\\d{2,4}\\w*|search|summ)(\\.${extension})$`, 'i')
/** How a host is asked to draw an image; `w`, `h` and `cp` are Weidian's. */
const drawingParameter = /^(?:x-oss-process|w|h|cp|q|quality|imageView2.*|imageMogr2.*)$/i

/** The address of the photo that a marketplace's thumbnail was made of; any other address stays as it is. */
export function toOriginalAddress(address: string): string {
  if (!marketplaceAddress.test(address)) return address
  const [path = '', query] = address.split(/\?(.*)/s)
  const original = path.replace(thumbnailEnding, '$1').replace(sizeInName, '$1')
  const remainingParameters = (query ?? '')
    .split('&')
    .filter((part) => part && !drawingParameter.test(part.split('=')[0] ?? ''))
  return remainingParameters.length > 0 ? `${original}?${remainingParameters.join('&')}` : original
}

/** The addresses without those that show the photo of an earlier one. */
export function dropSamePhotos(addresses: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const address of addresses) {
    const original = toOriginalAddress(address)
    if (!first.has(original)) first.set(original, address)
  }
  return [...first.values()]
}
