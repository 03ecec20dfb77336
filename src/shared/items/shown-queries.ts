import type { QueryKey } from '#shared/contract.ts'

/** The queries whose response contains the shown variant: the lists, and the queries of the item's page. */
export function getShownQueries(productCode: string): QueryKey[] {
  return [['getAllProduct'], ['findProductById', { productCode }], ['productInfo', { productCode }]]
}
