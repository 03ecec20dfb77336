import { queryOptions } from '@tanstack/react-query'
import type { ParsedLink, ProductLinksContract } from '#features/product-links/contract.ts'
import type { ParseErrorCode } from '#features/product-links/parse-error-codes.ts'
import type { ApiClient } from '#shared/contract.ts'
import { type LinkText, splitLinkTexts } from '../split-link-texts.ts'

export type ConvertedText = LinkText & { item: Pick<ParsedLink, 'shopType' | 'id' | 'agent'> }
export type RefusedText = LinkText & { code: ParseErrorCode; reason: string }
export type Conversion = { items: ConvertedText[]; refused: RefusedText[] }

/** The items that a pasted text holds, line by line; it stays true for as long as the text does. */
export function conversionQuery(send: ApiClient, input: string) {
  return queryOptions({
    queryKey: ['parseLinks', input],
    queryFn: () => convert(send, splitLinkTexts(input)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function convert(send: ApiClient, texts: LinkText[]): Promise<Conversion> {
  const body = { texts: texts.map(({ text }) => text) }
  const { data } = await send<ProductLinksContract['parseLinks']>('POST /links/parse', { body })
  const answers = texts.flatMap((text, place) => {
    const answer = data[place]
    return answer ? [{ ...text, answer }] : []
  })
  return {
    items: answers.flatMap(({ answer, ...text }) => (answer.ok ? [{ ...text, item: answer }] : [])),
    refused: answers.flatMap(({ answer, ...text }) =>
      answer.ok ? [] : [{ ...text, code: answer.code, reason: answer.reason }],
    ),
  }
}
