import type { QueryKey } from '#shared/contract.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { ProductsContract } from '../contract.ts'
import { productText } from '../spec.ts'
import type { Catalogue } from './catalogue-writes.ts'

export type CatalogueCall =
  | 'addProduct'
  | 'updateProduct'
  | 'setProductSerial'
  | 'setOrRemoveProductOnTend'
  | 'deleteProduct'

/** The calls that change the catalogue. */
export function catalogueHandlers({
  catalogue,
}: {
  catalogue: Catalogue
}): Pick<Handlers<ProductsContract>, CatalogueCall> {
  return {
    addProduct: async ({ body, session, caller }) => {
      const data = await catalogue.add(body, { session, caller })
      const touched = [...answersAbout(data.productCode), ...answersByNumber(data.productCode)]
      return { data, message: productText.added, touched }
    },
    updateProduct: async ({ query, body, session, caller }) => {
      const data = await catalogue.change(query.product_id, body, { session, caller })
      return { data, message: productText.updated, touched: answersAbout(data.productCode) }
    },
    setProductSerial: async ({ query, session, caller }) => {
      const data = await catalogue.move(query.product_id, query.serial_No, { session, caller })
      return { data, message: productText.moved, touched: answersWithPlaces }
    },
    setOrRemoveProductOnTend: async ({ query, session, caller }) => {
      const data = await catalogue.setTrend(query.product_id, query.status, { session, caller })
      return { data, message: productText.trended, touched: answersAbout(data.productCode) }
    },
    deleteProduct: async ({ query, session, caller }) => {
      const { itemId } = await catalogue.remove(query.product_id, { session, caller })
      const touched = [...answersWithPlaces, ...answersAbout(itemId), ...answersByNumber(itemId)]
      return { data: null, message: productText.deleted, touched }
    },
  }
}

/** Each contains products' positions, which change for several when one moves or is deleted. */
const answersWithPlaces: QueryKey[] = [['getAllProduct'], ['findProductById']]

function answersAbout(productCode: string): QueryKey[] {
  return [['getAllProduct'], ['findProductById', { productCode }], ['productInfo', { productCode }]]
}

/** Asked by the number alone, they go by the marketplace of the product that carries it. */
function answersByNumber(productCode: string): QueryKey[] {
  return [
    ['findReview', { product_code: productCode }],
    ['qcPhotos', { id: productCode }],
  ]
}
