import type { Handlers } from '#shared/server/register-routes.ts'
import type { ProductsContract } from '../contract.ts'
import { manageProductText } from '../manage-texts.ts'
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
      return { data, message: manageProductText.added }
    },
    getProductPictures: async ({ query }) => ({ data: await productPictures.list(query.product_id) }),
    addProductPicture: async ({ body, file }) => ({
      data: { picture: await productPictures.add({ file, link: body.link }) },
    }),
    updateProduct: async ({ query, body, session, caller }) => {
      const data = await catalogue.change(query.product_id, body, { session, caller })
      return { data, message: manageProductText.updated }
    },
    setProductSerial: async ({ query, session, caller }) => {
      const data = await catalogue.move(query.product_id, query.serial_No, { session, caller })
      return { data, message: manageProductText.moved }
    },
    setOrRemoveProductOnTend: async ({ query, session, caller }) => {
      const data = await catalogue.setTrend(query.product_id, query.status, { session, caller })
      return { data, message: manageProductText.trended }
    },
    deleteProduct: async ({ query, session, caller }) => {
      await catalogue.remove(query.product_id, { session, caller })
      return { data: null, message: manageProductText.deleted }
    },
  }
}
