import type { QueryKey } from '#shared/contract.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { ProductsContract } from '../contract.ts'
import { manageProductText } from '../manage-texts.ts'
import { getShownQueries } from '../shown-queries.ts'
import type { Catalogue } from './catalogue-writes.ts'
import type { ProductPictures } from './product-pictures.ts'

export type CatalogueCall =
  | 'addProduct'
  | 'getProductPictures'
  | 'addProductPicture'
  | 'updateProduct'
  | 'setProductSerial'
  | 'setOrRemoveProductOnTend'
  | 'deleteProduct'

/** The handlers of the calls that change the catalogue. */
export function catalogueHandlers({
  catalogue,
  productPictures,
}: {
  catalogue: Catalogue
  productPictures: ProductPictures
}): Pick<Handlers<ProductsContract>, CatalogueCall> {
  return {
    addProduct: async ({ body, session, caller }) => {
      const data = await catalogue.add(body, { session, caller })
      const invalidated = [...getShownQueries(data.productCode), ...getQueriesByNumber(data.productCode)]
      return { data, message: manageProductText.added, invalidated }
    },
    getProductPictures: async ({ query }) => ({ data: await productPictures.list(query.product_id) }),
    addProductPicture: async ({ body, file }) => ({
      data: { picture: await productPictures.add({ file, link: body.link }) },
    }),
    updateProduct: async ({ query, body, session, caller }) => {
      const data = await catalogue.change(query.product_id, body, { session, caller })
      return { data, message: manageProductText.updated, invalidated: getShownQueries(data.productCode) }
    },
    setProductSerial: async ({ query, session, caller }) => {
      const data = await catalogue.move(query.product_id, query.serial_No, { session, caller })
      return { data, message: manageProductText.moved, invalidated: queriesWithPositions }
    },
    setOrRemoveProductOnTend: async ({ query, session, caller }) => {
      const data = await catalogue.setTrend(query.product_id, query.status, { session, caller })
      return { data, message: manageProductText.trended, invalidated: getShownQueries(data.productCode) }
    },
    deleteProduct: async ({ query, session, caller }) => {
      const { itemId } = await catalogue.remove(query.product_id, { session, caller })
      const invalidated = [...queriesWithPositions, ...getShownQueries(itemId), ...getQueriesByNumber(itemId)]
      return { data: null, message: manageProductText.deleted, invalidated }
    },
  }
}

/** The queries that contain positions. A move or a deletion changes the positions of several products. */
const queriesWithPositions: QueryKey[] = [['getAllProduct'], ['findProductById']]

/** The queries by item number alone. They use the marketplace of the product with that number. */
function getQueriesByNumber(productCode: string): QueryKey[] {
  return [
    ['findReview', { product_code: productCode }],
    ['qcPhotos', { id: productCode }],
  ]
}
