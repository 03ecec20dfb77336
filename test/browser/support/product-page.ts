import type { Page } from 'playwright-core'

/** Items of the demo catalogue that together have every state of the product page. */
export const items = {
  /**
   * Five pictures, two colors in six sizes of which one is missing and one sold out, five QC photos, 24
   * reviews.
   */
  sneaker: '/product/weidian/9900661650',
  /** Olive costs more than Navy and Rust. */
  jacket: '/product/ali_1688/990000605666',
  onePicture: '/product/taobao/990000842727',
  withoutProperties: '/product/weidian/9900965293',
  withoutQc: '/product/ali_1688/990000587471',
  withoutMeasures: '/product/ali_1688/990000987587',
  withoutStock: '/product/weidian/9900280375',
} as const

/** The sku of the sneaker. */
export const title = 'Low court sneaker with suede toe'

export const priceOf = (page: Page) => page.locator('.product__price .price').first()
/** A value of a variant by the beginning of its name. */
export const value = (page: Page, name: string) =>
  page.getByRole('radio', { name: new RegExp(`^${name}\\b`) })
/** The sku in the URL. */
export const skuOf = (page: Page) => new URL(page.url()).searchParams.get('sku')
export const mainPicture = (page: Page) => page.locator('.gallery__main')
export const shownFile = (page: Page) => mainPicture(page).getByRole('img').getAttribute('src')
export const thumbs = (page: Page) => page.locator('.thumb')
export const lightbox = (page: Page) => page.locator('.lightbox')
