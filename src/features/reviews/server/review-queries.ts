import type { QueryKey } from '#shared/contract.ts'

/** The queries with the item's public reviews, their average or their number. */
export function getReviewQueries(itemId: string): QueryKey[] {
  return [
    ['findReview', { product_code: itemId }],
    ['getAllProduct'],
    ['findProductById', { productCode: itemId }],
  ]
}
