import { z } from 'zod'
import { defineContract } from '#shared/contract.ts'
import { isWholeFen } from '#shared/format/money.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import {
  flagParameter,
  itemIdParameter,
  lineParameter,
  positionParameter,
  shopTypeParameter,
  versionParameter,
} from '#shared/wire.ts'
import { pictureText } from './add-product-spec.ts'
import { claims } from './claims.ts'
import { parseDimensions } from './dimensions.ts'
import { manageProductText } from './manage-spec.ts'
import { infoStates, productLimits } from './spec.ts'

/** A catalogue item on the wire, with the specification's own names (§3). */
export const product = z.object({
  _id: z.string(),
  name: z.string(),
  /** In yuan. */
  price: z.number(),
  thumbnailImg: z.string(),
  storeName: z.enum(['taobao', 'weidian', '1688']),
  shopType: z.enum(shopTypes),
  productCode: z.string(),
  weight: z.number().nullable(),
  shippingTime: z.number().nullable(),
  dimensions: z.string().nullable(),
  onTrend: z.boolean(),
  serial: z.number(),
  totalView: z.number(),
  avgRetting: z.number(), // spelt so in the specification
  avgRating: z.number(),
  totalReview: z.number(),
  /** How many QC photos of ours there are, and when the newest was taken. */
  qcCount: z.number(),
  qcNewest: z.string().nullable(),
  /** The newest of the shown variant; where none shows it the newest, and then the variant that this one names. */
  qcImage: z.string().nullable(),
  qcVariant: z.string().nullable(),
  /**
   * The variant that stands for the item (057): the seller's first, or where that has no QC photo and another has, the
   * first that has. Null and empty for an item without variants.
   */
  shown: z.object({
    skuId: z.string().nullable(),
    /** All its values, 'Navy, 42', and those that its pictures show, 'Navy'. */
    name: z.string(),
    pictured: z.string(),
    /** In yuan; `landed` is with it. */
    price: z.number(),
    image: z.string(),
  }),
  /** With shipping to the country of `ShipTo`; null where the weight is unknown or no line goes there. */
  landed: z
    .object({
      /** The shown variant's price and the freight, in yuan. */
      total: z.number(),
      freight: z.number(),
      lineName: z.string(),
      transitTime: z.string(),
    })
    .nullable()
    .optional(),
  /** Counts the changes of what `updateProduct` changes. */
  version: z.number(),
})
export type Product = z.output<typeof product>

export const sku = z.object({
  skuID: z.string(),
  specId: z.string(),
  name: z.string(),
  nameTrans: z.string(),
  imgUrl: z.string(),
  /** Pieces; null where the source does not say. */
  stock: z.number().nullable(),
  /** `attrID:valueID` pairs separated by semicolons. */
  propsID: z.string(),
  propsCode: z.string(),
  price: z.number().nullable(),
})
export type Sku = z.output<typeof sku>

export const productInfo = z.object({
  title: z.string(),
  /** The seller's own title, where the source translates. */
  titleOriginal: z.string(),
  /** Null when unknown. */
  price: z.number().nullable(),
  /** Of `price` and every sku's price; anything but CNY is shown with its own sign. */
  currency: z.string(),
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

export const infoAnswer = z.object({
  state: z.enum(infoStates),
  productInfo: productInfo.nullable(),
  /** The sku that the item's page opens with (057); null without variants. */
  shownSku: z.string().nullable(),
  /** The source and its time; null when nothing is known. */
  source: z.string().nullable(),
  fetchedAt: z.string().nullable(),
})
export type InfoAnswer = z.output<typeof infoAnswer>

/** An amount of yuan as typed: digits, at most two decimals. */
const amount = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter the price in yuan, like 239 or 239.50.')
const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'A number from 1 on.')
    .transform(Number)
    .pipe(z.number().max(max))
/** `All` and nothing mean: no filter. */
const anyOr = <T extends z.ZodType>(schema: T, sentence?: string) =>
  z.union([z.literal(['', 'All', 'all', 'ALL']).transform(() => undefined), schema], sentence)

export const productFilter = z.object({
  Trending: anyOr(flagParameter, 'Trending must be All, true or false.').optional(),
  MinPrice: anyOr(amount).optional(),
  MaxPrice: anyOr(amount).optional(),
  Storefront: anyOr(shopTypeParameter).optional(),
  /** A country's code: each item comes with its price with shipping. */
  ShipTo: anyOr(z.string().regex(/^[A-Za-z]{2}$/, 'ShipTo is the code of a country.')).optional(),
  /** `landed`: the lowest landed price first, items without one last. */
  Sort: anyOr(z.enum(['landed'])).optional(),
  page: wholeNumber(100_000).optional(),
  limit: wholeNumber(productLimits.list).optional(),
})
export type ProductFilterInput = z.input<typeof productFilter>
export type ProductFilter = z.output<typeof productFilter>

const name = lineParameter({
  max: productLimits.name,
  missing: 'name is required.',
  wrong: "This name contains characters we can't accept.",
})
/** What an image's address may be long. */
const imageAddressLength = 2048
/** Empty and null: not known. */
const unknownOr = <T extends z.ZodType>(schema: T, sentence: string) =>
  z.union([z.literal('').transform(() => null), z.null(), schema], sentence)
const wholeOrUnknown = (least: number, most: number, sentence: string) =>
  unknownOr(z.int().min(least, sentence).max(most, sentence), sentence)
const details = {
  weight: wholeOrUnknown(1, productLimits.grams, manageProductText.wrongWeight).optional(),
  shippingTime: wholeOrUnknown(0, productLimits.shippingDays, manageProductText.wrongShippingTime).optional(),
  dimensions: unknownOr(
    z
      .string()
      .max(40, manageProductText.wrongDimensions)
      .refine((text) => parseDimensions(text) !== undefined, manageProductText.wrongDimensions),
    manageProductText.wrongDimensions,
  ).optional(),
}
/** Yuan; §5 sends whole ones, fen are kept too. */
const price = z.number().min(0).max(9_999_999).refine(isWholeFen, manageProductText.wrongPrice)

/** A URL of ours, or one on an allowed host. */
const pictureAddress = z.string().min(1).max(imageAddressLength)
/** In the order of the gallery; the first is the thumbnail, and with none a source's are shown. */
const pictures = z.array(pictureAddress).max(productLimits.pictures, pictureText.tooMany)

export const productDraft = z.object({
  name,
  price,
  /** As one of `pictures`; counts where those are left out. */
  thumbnailImg: z.string().max(imageAddressLength).optional(),
  pictures: pictures.optional(),
  storeName: shopTypeParameter,
  productCode: itemIdParameter,
  ...details,
})
export type ProductDraft = z.output<typeof productDraft>

export const productChange = z
  .object({
    name: name.optional(),
    price: price.optional(),
    pictures: pictures.optional(),
    ...details,
    version: versionParameter.optional(),
  })
  .refine(
    ({ version: _version, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Name a field to change.',
  )
export type ProductChange = z.output<typeof productChange>

const product_id = z.uuid()

export const catalogueFacts = z.object({
  /** How many items and active agents there are, and public QC photos. */
  items: z.number(),
  agents: z.number(),
  qcPhotos: z.number(),
  /** When the newest of the photos was taken. */
  newestPhoto: z.string().nullable(),
  /** The claims of Popular and QC Lookup that are drawn (059). */
  claims: z.array(z.enum(claims)),
})
export type CatalogueFacts = z.output<typeof catalogueFacts>

export const productsContract = defineContract({
  catalogueFacts: {
    method: 'GET',
    path: '/products/catalogueFacts',
    access: 'anyone',
    summary:
      "Returns the catalog's totals (items, QC photos, newest photo, agents) and the claims that are true.",
    reply: catalogueFacts,
    cache: 'shared',
  },
  getAllProduct: {
    method: 'GET',
    path: '/products/getAllProduct',
    aliases: ['/products/getPopularProduct'],
    access: 'anyone',
    summary:
      'Lists the catalog in its order, filtered. The header X-Total-Count holds the number of matches.',
    query: productFilter,
    reply: z.array(product),
    cache: 'shared',
  },
  findProductById: {
    method: 'GET',
    path: '/products/findProductById',
    access: 'anyone',
    summary: 'Returns one item of the catalog, or null. With count=true it counts a view.',
    query: z.object({
      productCode: itemIdParameter,
      storeName: shopTypeParameter.optional(),
      shopType: shopTypeParameter.optional(),
      count: flagParameter.optional(),
    }),
    reply: product.nullable(),
  },
  productInfo: {
    method: 'GET',
    path: '/product-info',
    access: 'anyone',
    adminOnly: ['forceReload'],
    forAdmins: 'the limit for unknown items does not apply.',
    summary: 'Returns the details of an item from the catalog, a configured source or the public item page.',
    query: z.object({
      shopType: shopTypeParameter,
      productCode: itemIdParameter,
      forceReload: flagParameter.optional(),
    }),
    reply: infoAnswer,
    topLevel: ['productInfo'],
  },
  addProduct: {
    method: 'POST',
    path: '/products/addProduct',
    access: 'admin',
    summary: 'Adds an item at the end of the catalog.',
    body: productDraft,
    reply: product,
  },
  getProductPictures: {
    method: 'GET',
    path: '/products/getProductPictures',
    access: 'admin',
    summary: "Lists the addresses of a product's pictures, the thumbnail first.",
    query: z.object({ product_id }),
    reply: z.array(z.string()),
  },
  addProductPicture: {
    method: 'POST',
    path: '/products/addProductPicture',
    access: 'admin',
    summary:
      'Uploads a picture, as a file or as a link to an allowed host. Returns the address to use when a product is added or updated.',
    file: 'optional',
    body: z.object({ link: z.string().trim().max(imageAddressLength).optional() }),
    reply: z.object({ picture: z.string() }),
  },
  updateProduct: {
    method: 'PATCH',
    path: '/products/updateProduct',
    access: 'admin',
    summary:
      "Changes a product's name, price, pictures, weight, shipping time or dimensions. Null clears one of the last three.",
    query: z.object({ product_id }),
    body: productChange,
    reply: product,
  },
  setProductSerial: {
    method: 'PATCH',
    path: '/products/setProductSerial',
    access: 'admin',
    summary: 'Moves a product to another position in the list.',
    query: z.object({ product_id, serial_No: positionParameter }),
    reply: product,
  },
  setOrRemoveProductOnTend: {
    method: 'PATCH',
    path: '/products/setOrRemoveProductOnTend', // spelt so in the specification
    aliases: ['/products/setOrRemoveProductOnTrend'],
    access: 'admin',
    summary: 'Sets whether a product is trending.',
    query: z.object({ product_id, status: flagParameter }),
    reply: product,
  },
  deleteProduct: {
    method: 'DELETE',
    path: '/products/dleteProduct', // spelt so in the specification
    aliases: ['/products/deleteProduct'],
    access: 'admin',
    summary: 'Deletes a product from the catalog. Its reviews are kept.',
    query: z.object({ product_id }),
    reply: z.null(),
  },
})
export type ProductsContract = typeof productsContract
