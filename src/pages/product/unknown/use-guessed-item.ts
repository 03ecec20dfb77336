import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GuessedItem } from '#features/freight/item/line-prices.ts'
import type { ItemKind } from '#features/freight/kind-contract.ts'
import { findKind, noKind } from '#features/freight/kinds/kind.ts'
import { useStoredHints } from '#features/product-links/web/use-stored-hints.ts'
import { listSides } from '#features/products/dimensions.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import type { MeasuredProduct } from '../shipping/estimate-prefill.ts'
import { useItemAnswers } from './stored-answers.ts'

export type GuessedItemProps = {
  item: ItemParams
  /** The catalog's data, or the weight that a member read. */
  product: MeasuredProduct
  /** The kind that the server knows. */
  kind: ItemKind | null
}

/**
 * What shipping of an item without information is computed from: the visitor's answers, else the catalog, else the kind
 * that the pasted title names. The title is read in the browser, because it is sent to no one; the words for it load with
 * the first title. Undefined until they are loaded.
 */
export function useGuessedItem({ item, product, kind }: GuessedItemProps): GuessedItem | undefined {
  const itemAnswers = useItemAnswers(item)
  const title = useStoredHints(item)?.title ?? ''
  const isOfCatalog = product !== null && !product.isReadByMember
  const isTitleRead = title !== '' && !isOfCatalog && kind === null && itemAnswers.kind === null
  const { data, isError } = useQuery({
    queryKey: ['kindOfTitle', title],
    queryFn: async () => (await import('#features/freight/kinds/item-kind.ts')).getItemKind(title),
    enabled: isTitleRead,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const titleKind = isTitleRead && !isError ? data : kind
  const { grams, size } = itemAnswers
  return useMemo(() => {
    const chosen = itemAnswers.kind === noKind ? null : findKind(itemAnswers.kind)
    const current = itemAnswers.kind === null ? titleKind : (chosen ?? null)
    if (current === undefined) return undefined
    return {
      kind: current,
      grams: grams ?? product?.weight ?? null,
      sides: listSides(size ?? product?.dimensions),
    }
  }, [itemAnswers.kind, titleKind, grams, size, product])
}
