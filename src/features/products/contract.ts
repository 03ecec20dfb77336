import { z } from 'zod'
import { itemKind, ownKind } from '#features/freight/kind-contract.ts'
import { defineContract } from '#shared/contract.ts'
import { isWholeFen } from '#shared/format/money.ts'
import { productInfo } from '#shared/items/product-info.ts'
import { shopTypes } from '#shared/marketplaces.ts'
import {
  flagParameter,
  itemIdParameter,
  lineParameter,
  positionParameter,
  shopTypeParameter,
  versionParameter,
} from '#shared/wire.ts'
import { pictureText } from './add-product-texts.ts'
import { parseDimensions } from './dimensions.ts'
import { manageProductText } from './manage-texts.ts'
import { infoStates, productLimits } from './texts-and-limits.ts'

/** A product in the API, with the specification's names (§3). */
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
  /** The number of our QC photos, and when the newest was taken. */
  qcCount: z.number(),
  qcNewest: z.string().nullable(),
  /** The newest QC photo of the shown variant, else the newest of all, with the variant that it names then. */
  qcImage: z.string().nullable(),
  qcVariant: z.string().nullable(),
  /**
   * The shown variant (057): the seller's first, or the first with a QC photo when the seller's first has none. Null and
   * empty for an item without variants.
   */
  shown: z.object({
    skuId: z.string().nullable(),
    /** All its values ('Navy, 42'), and those that its pictures show ('Navy'). */
    name: z.string(),
    pictured: z.string(),
    /** In yuan. `landed` is based on this price. */
    price: z.number(),
    image: z.string(),
  }),
  /** The price with shipping to the country of `ShipTo`; null when the weight is unknown or no line ships there. */
  landed: z
    .object({
      /** The shown variant's price plus the freight, in yuan. */
      total: z.number(),
      freight: z.number(),
      lineName: z.string(),
      transitTime: z.string(),
    })
    .nullable()
    .optional(),
  /** The kind of goods: `ownKind`, else guessed from the name; null for none. `landed` takes its category. */
  kind: itemKind.nullable(),
  /** The kind that an admin has set, or `none`; null while it is guessed. */
  ownKind: ownKind.nullable(),
  /** Incremented by each `updateProduct`. */
  version: z.number(),
})
export type Product = z.output<typeof product>

export const infoResult = z.object({
  state: z.enum(infoStates),
  productInfo: productInfo.nullable(),
  /** The sku that the item's page selects first (057); null without variants. */
  shownSku: z.string().nullable(),
  /** The kind of goods, guessed from the title; a product's own `kind` goes before it. Null for none. */
  kind: itemKind.nullable(),
  /** The source and the time of its response; null without information. */
  source: z.string().nullable(),
  /** The source as a text for admins. */
  sourceLabel: z.string().nullable(),
  fetchedAt: z.string().nullable(),
})
export type InfoResult = z.output<typeof infoResult>

/** An amount of yuan as typed: digits, at most two decimals. */
const amount = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter the price in yuan, like 239 or 239.50.')
const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'A number from 1 on.')
    .transform(Number)
    .pipe(z.number().max(max))
/** `All` and the empty text mean no filter. */
const anyOr = <T extends z.ZodType>(schema: T, message?: string) =>
  z.union([z.literal(['', 'All', 'all', 'ALL']).transform(() => undefined), schema], message)

export const productFilter = z.object({
  Trending: anyOr(flagParameter, 'Trending must be All, true or false.').optional(),
  MinPrice: anyOr(amount).optional(),
  MaxPrice: anyOr(amount).optional(),
  Storefront: anyOr(shopTypeParameter).optional(),
  /** A country code. Each item is returned with its price with shipping. */
  ShipTo: anyOr(
    z.string().regex(/^[A-Za-z]{2}$/, 'ShipTo must be a country code of two letters, like DE.'),
  ).optional(),
  /** `landed`: the lowest price with shipping first, items without one last. */
  Sort: anyOr(z.enum(['landed'])).optional(),
  page: wholeNumber(100_000).optional(),
  limit: wholeNumber(productLimits.list).optional(),
})
export type ProductFilterInput = z.input<typeof productFilter>
export type ProductFilter = z.output<typeof productFilter>

const name = lineParameter({
  max: productLimits.name,
  requiredMessage: 'name is required.',
  invalidMessage: "This name contains characters we can't accept.",
})
/** Maximum length of an image's URL. */
const maxImageUrlLength = 2048
/** An empty text and null mean unknown. */
const unknownOr = <T extends z.ZodType>(schema: T, message: string) =>
  z.union([z.literal('').transform(() => null), z.null(), schema], message)
const wholeOrUnknown = (min: number, max: number, message: string) =>
  unknownOr(z.int().min(min, message).max(max, message), message)
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
/** Yuan. The form of §5 sends whole yuan; fen are accepted too. */
const price = z.number().min(0).max(9_999_999).refine(isWholeFen, manageProductText.wrongPrice)

/** A URL of this site, or one on an allowed host. */
const pictureUrl = z.string().min(1).max(maxImageUrlLength)
/** In the order of the gallery; the first is the thumbnail. When the list is empty, a source's pictures are shown. */
const pictures = z.array(pictureUrl).max(productLimits.pictures, pictureText.tooMany)

export const productDraft = z.object({
  name,
  price,
  /** Like an element of `pictures`; used when `pictures` is not set. */
  thumbnailImg: z.string().max(maxImageUrlLength).optional(),
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
    ownKind: unknownOr(ownKind, manageProductText.wrongKind).optional(),
    version: versionParameter.optional(),
  })
  .refine(
    ({ version: _version, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Send at least one field to change.',
  )
export type ProductChange = z.output<typeof productChange>

const product_id = z.uuid()

export const catalogueFacts = z.object({
  /** The number of items, active agents and public QC photos. */
  items: z.number(),
  agents: z.number(),
  qcPhotos: z.number(),
  /** When the newest QC photo was taken. */
  newestPhoto: z.string().nullable(),
  /** The claims of Popular and QC Lookup that the site shows (059), as `claims.ts` writes them. */
  claims: z.array(z.string()),
  /** Items that the first page shows and offers to try, at most one of each marketplace, the best first (073). */
  examples: z.array(product),
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
    reply: infoResult,
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
    summary: "Lists the URLs of a product's pictures, the thumbnail first.",
    query: z.object({ product_id }),
    reply: z.array(z.string()),
  },
  addProductPicture: {
    method: 'POST',
    path: '/products/addProductPicture',
    access: 'admin',
    summary:
      'Uploads a picture, as a file or as a link to an allowed host. Returns the URL to use when a product is added or updated.',
    file: 'optional',
    body: z.object({ link: z.string().trim().max(maxImageUrlLength).optional() }),
    reply: z.object({ picture: z.string() }),
  },
  updateProduct: {
    method: 'PATCH',
    path: '/products/updateProduct',
    access: 'admin',
    summary:
      "Changes a product's name, price, pictures, weight, shipping time, dimensions or kind. Null clears one of the last four.",
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
