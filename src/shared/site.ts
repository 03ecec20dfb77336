/** The site's name is defined here only, so that an operator can rename it. */
export const siteName = 'Chopmark'

export const siteDescription =
  'Paste a Taobao, Tmall, 1688 or Weidian link to see warehouse QC photos, prices, reviews and shipping costs before you buy.'
