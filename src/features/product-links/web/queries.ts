import type { Send } from '#shared/contract.ts'
import type { ProductLinksContract } from '../contract.ts'

/** Understands many texts at once, each with its item or its reason. */
export function parseLinks(send: Send, texts: string[]) {
  return send<ProductLinksContract['parseLinks']>('POST /links/parse', { body: { texts } })
}
