import type { ShopType } from './marketplaces.ts'

const encodeSegment = encodeURIComponent

/** Every path of a screen (§2). No other file contains them as text. */
export const paths = {
  home: () => '/',
  popular: () => '/popular',
  /** `sku` selects a variant; without it the page opens with the shown variant. */
  product: (shopType: ShopType, id: string, sku?: string | null) =>
    `/product/${shopType}/${encodeSegment(id)}${sku ? `?sku=${encodeSegment(sku)}` : ''}`,
  productQc: (shopType: ShopType, id: string) => `/product/${shopType}/${encodeSegment(id)}#qc`,
  estimation: () => '/estimation',
  haul: () => '/haul',
  tools: () => '/tools',
  convert: () => '/convert',
  extension: () => '/extension',
  /** Where the extension and the bookmark hand over what they read. */
  handover: () => '/handover',
  /** The browser extension as the build packed it. */
  extensionZip: () => '/extension.zip',
  /** What the bookmark runs on a page, as the build made it. */
  bookmarkScript: () => '/bookmarklet.js',
  go: () => '/go',
  /** Where a form without JavaScript leads when its link is invalid. `why` is the reason when a short link failed. */
  refusedLink: (code: string, why?: string) =>
    `/?refused=${encodeSegment(code)}${why ? `&why=${encodeSegment(why)}` : ''}`,
  login: () => '/login',
  register: () => '/register',
  resetPassword: () => '/reset-password',
  verifyEmail: () => '/verify-email',
  /** Where an email's link lets a browser log in while new devices are locked out. */
  unlock: () => '/unlock',
  /** Where the first admin is created. */
  setUp: () => '/setup',
  /** Where Google's login page redirects the browser to. */
  googleReturn: () => '/auth/google',
  /** Where an email's link ends the emails about a watched item. */
  watchOff: () => '/watch-off',
  changePassword: () => '/change-password',
  collection: () => '/collection',
  dashboard: () => '/dashboard',
  dashboardHome: () => '/dashboard/admin-home',
  addProduct: () => '/dashboard/add-a-product',
  manageProducts: () => '/dashboard/manage-products',
  addAgent: () => '/dashboard/add-an-agent',
  manageAgent: () => '/dashboard/manage-agent',
  manageReview: () => '/dashboard/manage-review',
  manageQc: () => '/dashboard/manage-qc',
  manageReadings: () => '/dashboard/manage-readings',
  rateCards: () => '/dashboard/rate-cards',
  users: () => '/dashboard/users',
  dashboardChangePassword: () => '/dashboard/change-password',
  docs: () => '/docs',
}

export const apiBase = '/api/v1'
