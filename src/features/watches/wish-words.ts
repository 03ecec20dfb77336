import { shopLabels } from '#shared/shops.ts'
import type { Watch, WatchNotice } from './contract.ts'
import { amount } from './price-steps.ts'

/** 'below ¥200.00, back in stock, new photos' */
export function wishWords({
  below,
  backInStock,
  newPhotos,
}: Pick<Watch, 'below' | 'backInStock' | 'newPhotos'>): string {
  const wishes = [
    below !== null && `below ${amount(below)}`,
    backInStock && 'back in stock',
    newPhotos && 'new photos',
  ]
  return wishes.filter(Boolean).join(', ')
}

/** A change as short text. */
export function noticeWords({ kind, value }: Pick<WatchNotice, 'kind' | 'value'>): string {
  if (kind === 'stock') return 'Back in stock'
  if (kind === 'photos') return value === 1 ? '1 new QC photo' : `${value} new QC photos`
  return `${amount(value ?? 0)}, below your price`
}

/** The title, or marketplace and number when unknown. */
export function titleOf({
  title,
  shopType,
  productCode,
}: Pick<Watch, 'title' | 'shopType' | 'productCode'>): string {
  return title ?? `${shopLabels[shopType]} item ${productCode}`
}

const typed = /^(\d{1,7})(?:[.,](\d{1,2}))?$/

/** A typed price in yuan; undefined when invalid. */
export function typedPrice(text: string): number | undefined {
  const found = typed.exec(text.trim().replace(/^¥\s*/, ''))
  const price = found ? Number(`${found[1]}.${found[2] ?? 0}`) : 0
  return price > 0 ? price : undefined
}
