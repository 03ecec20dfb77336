/** The response of a simulated source when nothing fails. */
export type FakeResponse = {
  type: string
  body: string | Buffer
  status?: number
  headers?: Record<string, string>
}

/**
 * A request for an item. For URLs in responses: `getOrigin` gives another source's origin by its name; `origin`
 * is this one's.
 */
export type FakeRequest = { id: string; url: URL; origin: string; getOrigin: (source: string) => string }
type FakeHandler = (request: FakeRequest) => FakeResponse | Promise<FakeResponse>

/** A simulated outside source for development and tests: deterministic, the same response for the same item. */
export type FakeSource = {
  /** The first path segment below the simulator's address. */
  name: string
  /** The item that is requested, or undefined when the URL is not one of the source's. */
  idIn: (url: URL) => string | undefined
  good: FakeHandler
  /** The right shape, full of markup, control characters, foreign addresses and reserved names. */
  poisoned: FakeHandler
  /** Well-formed, but not the agreed schema. */
  wrongSchema: FakeHandler
  /** How the source says that there is no such item without status 404. */
  unknownItem: FakeHandler
  /** A valid response about another item. */
  otherItem: FakeHandler
}

export function fakeJson(value: unknown): FakeResponse {
  return { type: 'application/json', body: JSON.stringify(value) }
}

export function fakeHtml(body: string): FakeResponse {
  return { type: 'text/html; charset=utf-8', body }
}

/** A whole number below `limit` that depends on the text only. */
export function hashToNumber(text: string, limit: number): number {
  let number = 7
  for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return number % limit
}

/** Texts that attack their reader: markup, entities, direction marks, script and internal URLs. */
export const hostileTexts = {
  markup: '<b onmouseover=alert(1)>Tee</b><script>window.__xss=1</script>',
  entities: '&lt;img src=x onerror=alert(1)&gt;',
  hidden: 'abc\u202egnp.exe\u0000\u0007\u200b',
  script: 'javascript:alert(1)',
  inside: 'http://169.254.169.254/latest/meta-data/',
} as const
