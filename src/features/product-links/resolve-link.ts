import type { ApiClient } from '#shared/contract.ts'
import type { ParsedLink, ParseError, ProductLinksContract } from './contract.ts'

/** What a field holds so far: an item, why it is none, a short link that is being followed, or nothing worth a word. */
export type LinkState = ParsedLink | ParseError | 'following' | undefined

/** Understands a text. What is behind a short link says the server, and `onFollow` is told that this takes a moment. */
export async function resolveLink(
  send: ApiClient,
  text: string,
  onFollow?: () => void,
): Promise<ParsedLink | ParseError> {
  const { parseLink } = await import('./parse.ts') // most pages are left before anything is read
  const link = parseLink(text)
  if (link.ok || link.code !== 'SHORT_LINK') return link
  onFollow?.()
  return readFollowing(send, text)
}

const following = new Map<string, Promise<ParsedLink | ParseError>>()

/** Asks the server what is behind a text with a short link; whoever asks meanwhile waits for the same answer. */
export function readFollowing(send: ApiClient, text: string): Promise<ParsedLink | ParseError> {
  const asked = following.get(text) ?? ask(send, text).finally(() => following.delete(text))
  following.set(text, asked)
  return asked
}

/** As a list of one: a link that leads nowhere is an answer of it and no failed request. */
async function ask(send: ApiClient, text: string): Promise<ParsedLink | ParseError> {
  const body = { texts: [text] }
  const { data } = await send<ProductLinksContract['parseLinks']>('POST /links/parse', { body })
  const [link] = data
  if (!link) throw new Error('The answer has no link.')
  return link
}
