import type { Send } from '#shared/contract.ts'
import type { ParsedLink, Refusal } from '../parse.ts'
import { parseLinks } from './queries.ts'

const following = new Map<string, Promise<ParsedLink | Refusal>>()

/** Asks the server what is behind a text with a short link; whoever asks meanwhile waits for the same answer. */
export function readFollowing(send: Send, text: string): Promise<ParsedLink | Refusal> {
  const asked = following.get(text) ?? ask(send, text).finally(() => following.delete(text))
  following.set(text, asked)
  return asked
}

/** As a list of one: a link that leads nowhere is an answer of it and no failed request. */
async function ask(send: Send, text: string): Promise<ParsedLink | Refusal> {
  const { data } = await parseLinks(send, [text])
  const [link] = data
  if (!link) throw new Error('The answer has no link.')
  return link
}
