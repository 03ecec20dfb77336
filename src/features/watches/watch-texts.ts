import { normalizeTypedNumber } from '#shared/format/typed-number.ts'
import { formatItemNumber } from '#shared/marketplaces.ts'
import type { Watch, WatchNotice } from './contract.ts'
import { formatPrice } from './price-chart.ts'

/** 'below ¥200.00, back in stock, new photos' */
export function describeWatch({
  below,
  backInStock,
  newPhotos,
}: Pick<Watch, 'below' | 'backInStock' | 'newPhotos'>): string {
  const alerts = [
    below !== null && `below ${formatPrice(below)}`,
    backInStock && 'back in stock',
    newPhotos && 'new photos',
  ]
  return alerts.filter(Boolean).join(', ')
}

/** '¥189.50, below your price' */
export function describeNotice({ kind, value }: Pick<WatchNotice, 'kind' | 'value'>): string {
  if (kind === 'stock') return 'Back in stock'
  if (kind === 'photos') return value === 1 ? '1 new QC photo' : `${value} new QC photos`
  return `${formatPrice(value ?? 0)}, below your price`
}

/** The title, or marketplace and number when it is unknown. */
export function getWatchTitle({
  title,
  shopType,
  productCode,
}: Pick<Watch, 'title' | 'shopType' | 'productCode'>): string {
  return title ?? formatItemNumber({ shopType, productCode })
}

/** A typed price in yuan; undefined when invalid. */
export function parsePrice(text: string): number | undefined {
  const typed = normalizeTypedNumber(text.replace(/^\s*[¥￥]/, ''))
  const price = /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Number(typed) : 0
  return price > 0 ? price : undefined
}
