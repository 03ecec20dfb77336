import { siteName } from '#shared/site.ts'
import { readingText } from './texts-and-limits.ts'

const link =
  /h(?:tt|xx)ps?\s*:|\bwww\.|\b[a-z\d-]+\.(?:com|cn|net|org|io|me|link|top|shop|xyz|vip|ru|tk|cc|co|gg|tv|app|store|site|online|live|info|biz|hk)\b/i
const email = /[\w.+-]+@[a-z\d-]+\.[a-z]{2,}/i
/** Mobile numbers of China, and numbers with a country code. */
const phone =
  /(?<!\d)1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)|(?<!\d)1([-. ])[3-9](?:\1\d){9}(?!\d)|(?:\+|(?<!\d)00)\d[\d\s().-]{7,}\d/
const account =
  /(?:[微薇威徽v]信|扣扣|wechat|weixin|whats\s?app|telegram|\bvx|\bv(?=\s*:)|\bqq|discord|instagram|\big)\s*(?:群|号|id)*\s*[:：@]?\s*(?=[\w-]*\d)[\w-]{6,}|(?:^|\s)@[\w.]{4,}/i

/** Pictures of letters and marks without a shape, which hide a word from the rules. */
const decoration = /[\p{So}\p{Cf}\p{Mn}]/gu

/**
 * Why a text of a member may not be shown to others: it holds a link or a way to reach someone, or speaks for this site.
 * Undefined for a good one.
 */
export function findContact(text: string): string | undefined {
  const folded = text.normalize('NFKC').replaceAll(decoration, '').replaceAll('。', '.')
  if (folded.toLowerCase().includes(siteName.toLowerCase())) return readingText.siteName
  if (email.test(folded) || phone.test(folded) || account.test(folded)) return readingText.contact
  return link.test(folded) ? readingText.link : undefined
}
