/** The site's name. It is defined only here, so that an operator can rename the site. */
export const siteName = 'Chopmark'

export const siteDescription =
  'Paste a Taobao, Tmall, 1688 or Weidian link to see warehouse QC photos, prices, reviews and shipping costs before you buy.'
