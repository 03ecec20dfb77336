import { queryOptions } from '@tanstack/react-query'
import type { ParsedLink, ProductLinksContract } from '#features/product-links/contract.ts'
import type { ParseErrorCode } from '#features/product-links/parse-error-codes.ts'
import type { ApiClient } from '#shared/contract.ts'
import type { LinkHints } from '#shared/items/link-hints.ts'
import { type LinkText, splitLinkTexts } from '../split-link-texts.ts'

export type ConvertedText = LinkText & {
  item: Pick<ParsedLink, 'shopType' | 'id' | 'agent'> & { hints: LinkHints }
}
export type UnrecognizedText = LinkText & { code: ParseErrorCode; reason: string }
export type Conversion = { items: ConvertedText[]; unrecognized: UnrecognizedText[] }

/** The items of a pasted text, line by line. The result depends on the text only, so it never becomes stale. */
export function conversionQuery(send: ApiClient, input: string) {
  return queryOptions({
    queryKey: ['parseLinks', input],
    queryFn: () => parseTexts(send, splitLinkTexts(input)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function parseTexts(send: ApiClient, texts: LinkText[]): Promise<Conversion> {
  const body = { texts: texts.map(({ text }) => text) }
  const { data } = await send<ProductLinksContract['parseLinks']>('POST /links/parse', { body })
  const parsedTexts = texts.flatMap((text, index) => {
    const link = data[index]
    return link ? [{ ...text, link }] : []
  })
  return {
    items: parsedTexts.flatMap(({ link, ...text }) => (link.ok ? [{ ...text, item: link }] : [])),
    unrecognized: parsedTexts.flatMap(({ link, ...text }) =>
      link.ok ? [] : [{ ...text, code: link.code, reason: link.reason }],
    ),
  }
}
