import type { Send } from '#shared/contract.ts'
import { isRequestError } from '#shared/failure.ts'
import type { ProductLinksContract } from '../contract.ts'
import type { ParsedLink, Refusal } from '../parse.ts'

const following = new Map<string, Promise<ParsedLink | Refusal>>()

/** Asks the server what is behind a text with a short link; whoever asks meanwhile waits for the same answer. */
export function readFollowing(send: Send, text: string): Promise<ParsedLink | Refusal> {
  const asked = following.get(text) ?? ask(send, text).finally(() => following.delete(text))
  following.set(text, asked)
  return asked
}

async function ask(send: Send, text: string): Promise<ParsedLink | Refusal> {
  try {
    const { data } = await send<ProductLinksContract['parseLink']>('GET /links/parse', { query: { text } })
    return { ok: true, ...data }
  } catch (error) {
    if (!isRequestError(error) || error.code !== 'SHORT_LINK') throw error
    return { ok: false, code: error.code, reason: error.message }
  }
}
