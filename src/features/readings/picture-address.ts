const maxLength = 1000
/** Names of hosts that only a network of its own knows. */
const privateName = /(?:^|\.)(?:local(?:host)?|internal|intranet|lan|home|corp|private|arpa|onion)$/
const publicName = /^(?=.{4,253}$)(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/
/** The names and addresses of the machine itself. */
export const ownMachine = /^(?:local(?:host)?|127(?:\.\d+){3}|\[::1\])$/
const noPicture = /\.(?:svgz?|gif|bmp|ico|html?|php|js|css|mp4|webm)$/i

/**
 * The address of a picture on the web, without query and fragment; undefined for other schemes, a password in it, a
 * number instead of a name, names of private networks, and kinds that are no photos. `isLocal`: this machine counts.
 */
export function parsePictureAddress(text: string, { isLocal = false } = {}): string | undefined {
  const url = text.length <= 2 * maxLength ? URL.parse(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  if (noPicture.test(url.pathname) || url.pathname.length <= 1) return undefined
  if (!isPublicHost(url.hostname) && !(isLocal && isOwnMachine(url.hostname))) return undefined
  const address = url.origin + url.pathname
  return address.length <= maxLength ? address : undefined
}

function isPublicHost(hostname: string): boolean {
  return publicName.test(hostname) && !privateName.test(hostname)
}

function isOwnMachine(hostname: string): boolean {
  return ownMachine.test(hostname)
}
