import { HOUR_MS } from '#shared/time.ts'

/** Texts and numbers that the specification fixes for products (§2, §4, §8, §9), and the states of product information. */
export const infoStates = ['known', 'not-found', 'walled', 'unavailable', 'no-source'] as const

export const productText = {
  trendingTitle: 'Trending Products',
  viewAll: 'View all',
  popularTitle: 'Discover Popular Products',
  notFound: 'Product not found!',
  notFoundHint: 'Oops! The product code seems to be incorrect.',
  unavailable: 'Product information is temporarily unavailable.',
  noSource: 'We have no details of this item yet.',
  noPrice: 'Price unknown',
  emptyList: 'No Product Found',
} as const

/** The product page's text for an item without a link (§5). Separate, to keep that page's code small. */
export const noUrlText = 'URL Not found. Try from Dashboard'

export const productLimits = {
  /** Maximum number of items in one response. */
  list: 1000,
  /** Cards per step of Popular and in total. Rendering more at once would block other requests. */
  step: 24,
  cards: 720,
  /** A source's information is requested again after this time. */
  freshMs: 6 * HOUR_MS,
  /** Maximum weight of an item, and maximum shipping time in days. */
  grams: 1_000_000,
  shippingDays: 365,
  name: 300,
  /** Maximum number of pictures of a product. */
  pictures: 12,
  /** Characters after which the dashboard truncates a name (§2, §9). */
  shownName: 30,
} as const

/** The home carousel (§2, §9). The number of slides is limited because the page contains all of them. */
export const trendingCarousel = { skeletons: 6, speedMs: 500, slides: 240 } as const
export const popularSkeletons = 8

/** The product page's carousel (§9): thumbnails become one above this many images. */
export const gallery = { carouselAbove: 4, slides: 4, speedMs: 500, autoplayMs: 3000 } as const

/** The rows of the storefront filter (§2, §9). */
export const storefronts = ['taobao', 'weidian', '1688'] as const
