/** Valid tracking numbers. */
const numberPattern = /^[A-Za-z0-9-]{5,40}$/

/** The tracking site's URL for a text number, which may contain spaces; undefined when it is invalid. */
export function buildTrackingUrl(trackingUrl: string, text: string): string | undefined {
  const number = text.replace(/\s/g, '')
  return numberPattern.test(number) ? trackingUrl + encodeURIComponent(number) : undefined
}
