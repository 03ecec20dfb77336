const maxUrls = 200

/** The target of a page's automatic redirect: by script, or by a refresh in its head. */
const redirectPattern =
  /(?:\blocation(?:\.href)?\s{0,9}=|\blocation\.(?:replace|assign)\s{0,9}\(|\bvar\s{1,9}url\s{0,9}=|\bhttp-equiv\s?=\s?["']?refresh[^>]{0,99}?url=)\s{0,9}["']?(https?:[^\s"'<>`]{4,2000})/gi
const urlPattern = /https?(?::\/\/|%3A%2F%2F)[^\s"'<>`(){}]{4,2000}/gi
const scriptEscape = /\\(?:u00|x)([2-7][0-9a-f])|\\(\/)/gi

/** The URLs on a short link's page: its redirect target, and all others in it. */
export function findPageUrls(page: string): { redirects: string[]; all: string[] } {
  const text = page.replace(scriptEscape, (_match, code?: string) =>
    code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16)),
  )
  return {
    redirects: takeDistinct(text.matchAll(redirectPattern).map(([, url = '']) => url)),
    all: takeDistinct(text.matchAll(urlPattern).map(([url]) => decodeUrl(url))),
  }
}

function takeDistinct(urls: IteratorObject<string>): string[] {
  return [...new Set(urls.take(maxUrls))]
}

/** Decodes an encoded URL. As the parameter of another URL it ends where the next parameter begins. */
function decodeUrl(url: string): string {
  if (!/^https?%/i.test(url)) return url
  const value = url.split('&', 1)[0] ?? ''
  return URL.parse(`http://x/?v=${value}`)?.searchParams.get('v') ?? ''
}
