import { z } from 'zod'

const sku = z.object({
  skuID: z.string(),
  specId: z.string(),
  name: z.string(),
  nameTrans: z.string(),
  imgUrl: z.string(),
  /** Pieces; null when the source does not state it. */
  stock: z.number().nullable(),
  /** `attrID:valueID` pairs separated by semicolons. */
  propsID: z.string(),
  propsCode: z.string(),
  price: z.number().nullable(),
})
export type Sku = z.output<typeof sku>

/** An item's information as a source gave it, or as a member read it, in the API and in `product_infos`. */
export const productInfo = z.object({
  title: z.string(),
  /** The seller's original title, when the source translates titles. */
  titleOriginal: z.string(),
  /** Null when unknown. */
  price: z.number().nullable(),
  /** The currency of `price` and of the skus' prices. Any currency except CNY is shown with its own sign. */
  currency: z.string(),
  /** In grams, as a member read it; sources state none. */
  weight: z.number().optional(),
  imgList: z.array(z.string()),
  skus: z.array(sku),
  productAttr: z.array(
    z.object({
      attrID: z.string(),
      attrTrans: z.string(),
      values: z.array(z.object({ valueID: z.string(), valueTrans: z.string() })),
    }),
  ),
  propsTrans: z.record(z.string(), z.string()),
})
export type ProductInfo = z.output<typeof productInfo>
