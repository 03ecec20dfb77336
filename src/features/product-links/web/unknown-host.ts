/** The unknown host in a page's URL, from whose link the item was parsed; undefined for an invalid host. */
export function parseUnknownHost(params: URLSearchParams): string | undefined {
  const host = params.get('host')
  return host && /^[\w.-]+$/.test(host) ? host : undefined
}

/** The notice for an item that was parsed from a link of an unknown host. */
export function describeUnknownHost(host: string): string {
  return `We don't know ${host}. The item was read from its link.`
}
