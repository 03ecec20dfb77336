/** The site's name is defined here only, so that an operator can rename it. */
export const siteName = 'Chopmark'

export const siteDescription =
  'Paste any Taobao, Tmall, 1688 or Weidian link and see the QC photos taken in the agents’ warehouses, the variants, the price and the reviews before you buy.'
