/** What a parcel number may look like. */
const numberPattern = /^[A-Za-z0-9-]{5,40}$/

/** The tracking site's page for a number as it was typed, spaces and all; undefined when it is no number. */
export function buildTrackingUrl(trackingUrl: string, typed: string): string | undefined {
  const number = typed.replace(/\s/g, '')
  return numberPattern.test(number) ? trackingUrl + encodeURIComponent(number) : undefined
}
