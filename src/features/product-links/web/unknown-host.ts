/** The host that a page's URL says its item was read from; undefined for what is no host. */
export function parseUnknownHost(params: URLSearchParams): string | undefined {
  const host = params.get('host')
  return host && /^[\w.-]+$/.test(host) ? host : undefined
}

/** Of a link whose host is none we know, and whose item was read all the same. */
export function describeUnknownHost(host: string): string {
  return `We don't know ${host}. The item was read from its link.`
}
