import type { PageReading } from '#features/readings/page-reading.ts'

/** A page in another form, and what must be read of it. Pictures: `b1.jpg` … are large, `s1.jpg` … small. */
export type PageForm = {
  name: string
  /** Where it is; without it, at an item's address. */
  address?: string
  html: string
  reading: Partial<PageReading> & { files?: string[] }
}

/** The beginning of a page, with what its head holds. */
export const head = (inner: string) =>
  `<!doctype html><html><head><meta charset="utf-8">${inner}</head><body>`
/** A page with a title, as heading too. */
export const titled = (body: string, title = '羊毛混纺格纹围巾秋冬款') =>
  `${head(`<title>${title} - 商城</title>`)}<h1>${title}</h1>${body}`
/** A page with JSON-LD. */
export const ld = (data: unknown, body = '<h1>Canvas belt bag</h1>') =>
  `${head(`<title>Canvas belt bag</title><script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)}${body}`
/** A price for programs. */
export const yuan = (price: string) => ({ '@type': 'Offer', price, priceCurrency: 'CNY' })
