import type { WatchMail, WatchMailItem } from '#features/watches/watch-mail.ts'
import { formatYuan } from '#shared/format/money.ts'
import { paths } from '#shared/paths.ts'
import { siteName } from '#shared/site.ts'
import type { MailContent } from './templates.ts'

/** Lists changes of the items that a user watches. The subject contains no item names, because sellers write them. */
export function watchMailTemplate({ items }: WatchMail, publicUrl: string): MailContent {
  const [first, ...others] = items
  const title =
    first && others.length === 0 ? getItemTitle(first) : `${items.length} updates on items you watch`
  const path = first && others.length === 0 ? first.path : paths.collection()
  return {
    subject: title,
    title,
    paragraphs: ["Here's what changed."],
    items: items.map((item) => ({
      name: item.name,
      url: publicUrl + item.path,
      text: describeNotice(item),
      offUrl: publicUrl + item.offPath,
    })),
    button: { label: others.length === 0 ? 'View item' : 'See what changed', url: publicUrl + path },
    note: 'Prices and stock are from our last check and may have changed.',
    why: `You get this email because you watch ${others.length === 0 ? 'this item' : 'these items'} on ${siteName}.`,
  }
}

function getItemTitle({ kind, value }: WatchMailItem): string {
  if (kind === 'price') return `An item you watch is now ¥${formatFen(value)}`
  return kind === 'stock' ? 'An item you watch is back in stock' : 'New QC photos of an item you watch'
}

function describeNotice({ kind, value, belowFen }: WatchMailItem): string {
  if (kind === 'stock') return 'Back in stock.'
  if (kind === 'photos') return value === 1 ? '1 new QC photo.' : `${value} new QC photos.`
  return belowFen === null
    ? `¥${formatFen(value)} now.`
    : `¥${formatFen(value)} now, below ¥${formatFen(belowFen)}.`
}

function formatFen(fen: number | null): string {
  return formatYuan((fen ?? 0) / 100)
}
