import type { Send } from '#shared/contract.ts'
import type { ProductLinksContract } from './contract.ts'
import type { ParsedLink, Refusal } from './parse.ts'

/** What a field holds so far: an item, why it is none, a short link that is being followed, or nothing worth a word. */
export type Reading = ParsedLink | Refusal | 'following' | undefined

/** Understands a text. What is behind a short link says the server, and `onFollow` is told that this takes a moment. */
export async function readLink(
  send: Send,
  text: string,
  onFollow?: () => void,
): Promise<ParsedLink | Refusal> {
  const { parseLink } = await import('./parse.ts') // most pages are left before anything is read
  const link = parseLink(text)
  if (link.ok || link.code !== 'SHORT_LINK') return link
  onFollow?.()
  return readFollowing(send, text)
}

const following = new Map<string, Promise<ParsedLink | Refusal>>()

/** Asks the server what is behind a text with a short link; whoever asks meanwhile waits for the same answer. */
export function readFollowing(send: Send, text: string): Promise<ParsedLink | Refusal> {
  const asked = following.get(text) ?? ask(send, text).finally(() => following.delete(text))
  following.set(text, asked)
  return asked
}

/** As a list of one: a link that leads nowhere is an answer of it and no failed request. */
async function ask(send: Send, text: string): Promise<ParsedLink | Refusal> {
  const body = { texts: [text] }
  const { data } = await send<ProductLinksContract['parseLinks']>('POST /links/parse', { body })
  const [link] = data
  if (!link) throw new Error('The answer has no link.')
  return link
}
