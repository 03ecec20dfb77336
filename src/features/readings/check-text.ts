import { readingText } from './texts-and-limits.ts'

const link = /https?:|\bwww\.|\b[a-z\d-]+\.(?:com|cn|net|org|io|me|link|top|shop|xyz|vip|ru|tk|cc|co)\b/i
const email = /[\w.+-]+@[a-z\d-]+\.[a-z]{2,}/i
/** Mobile numbers of China, and numbers with a country code. */
const phone = /(?<!\d)1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)|\+\d[\d\s().-]{7,}\d/
const account =
  /(?:微信|薇信|wechat|weixin|whats\s?app|telegram|\bvx|\bqq|discord|instagram|\big)\s*(?:号|id)?\s*[:：@]?\s*[\w-]*\d[\w-]{3,}|(?:^|\s)@[\w.]{4,}/i

/** Why a text of a member may not be shown to others: it holds a link or a way to reach someone. Undefined for a good one. */
export function findContact(text: string): string | undefined {
  const folded = text.normalize('NFKC')
  if (email.test(folded) || phone.test(folded) || account.test(folded)) return readingText.contact
  return link.test(folded) ? readingText.link : undefined
}
