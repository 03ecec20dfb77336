/** Hosts of this machine, which need no https. */
const localHostPattern = /^(?:localhost|127\.0\.0\.1)$/

/** The origin of a typed site URL; undefined unless it is https or this machine. */
export function parseSiteOrigin(typed: string): string | undefined {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || url.username || url.password || !url.hostname.includes('.')) {
    return url && localHostPattern.test(url.hostname) && !url.username ? findAllowedOrigin(url) : undefined
  }
  return findAllowedOrigin(url)
}

function findAllowedOrigin({ protocol, hostname, origin }: URL): string | undefined {
  return protocol === 'https:' || (protocol === 'http:' && localHostPattern.test(hostname))
    ? origin
    : undefined
}

/** The host permission to request for a site: this host only. Such patterns have no ports. */
export function toPermissions(origin: string): { origins: string[] } {
  const { protocol, hostname } = new URL(origin)
  return { origins: [`${protocol}//${hostname}/*`] }
}
