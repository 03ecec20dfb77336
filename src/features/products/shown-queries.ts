import type { QueryKey } from '#shared/contract.ts'

/** The answers that show an item by its shown variant: lists, and what its page opens with. */
export function getShownQueries(productCode: string): QueryKey[] {
  return [['getAllProduct'], ['findProductById', { productCode }], ['productInfo', { productCode }]]
}
