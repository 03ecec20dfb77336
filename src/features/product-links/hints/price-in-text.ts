import { type HintCurrency, hintCurrencies } from '#shared/items/link-hints.ts'
import { maxHintPrice } from './hints-in-address.ts'

/** A price that a text or an address states. `priceTo` is the upper end of a range. */
export type StatedPrice = {
  readonly price: number
  readonly priceTo: number | null
  readonly currency: HintCurrency
}
/** An amount of money with its position in the text, in UTF-16 units. */
export type AmountMatch = {
  readonly start: number
  readonly end: number
  /** Undefined when it is not the price of the item: shipping, a discount, an earlier price, an impossible number. */
  readonly price: StatedPrice | undefined
}

/** Signs and names of currencies. `¥` is always yuan here, because these marketplaces sell in yuan. */
const currencySources: Record<HintCurrency, { signs: string; names: string }> = {
  CNY: {
    signs: 'CN[¥￥]|[¥￥]',
    names: '元|块钱?|人民币|rmb|cny|yuan(?:e?s|ów|ow|a|y|i)?|juan(?:ów|ow|a|y|i)?|iuan(?:e?s)?|renminbi|kuai',
  },
  USD: { signs: 'US\\$|\\$US|\\$', names: 'usd|美元|美金|dollars?|d[oó]lar(?:es|ów|ow|y|a)?' },
  EUR: { signs: '€', names: 'eur|euros?|欧元' },
  GBP: { signs: '[£￡]', names: 'gbp|英镑' },
  PLN: { signs: 'zł|zl', names: 'pln|złot(?:ych|e|y)' },
  BRL: { signs: 'R\\$', names: 'brl|rea(?:is|l)' },
}
const currencyPatterns = hintCurrencies.map((currency) => {
  const { signs, names } = currencySources[currency]
  return { currency, pattern: new RegExp(`^(?:${signs}|${names})$`, 'iu') }
})
/** The real's sign ends with the dollar's, so it is tried first. */
const currency = ['BRL', 'USD', 'CNY', 'EUR', 'GBP', 'PLN'] as const
const anyCurrency = currency
  .map((code) => `${currencySources[code].signs}|${currencySources[code].names}`)
  .join('|')

const thousands = "\\d{1,3}(?:[.,'’\\u00a0\\u202f]\\d{3})+(?:[.,]\\d{1,2})?"
/** `1 299`: with an ordinary space only behind one digit, because `42 168` may be a size and a price. */
const spaced = '(?<![\\d.,])[1-9] \\d{3}(?:,\\d{2})?(?!\\d)'
const plainAmount = `(?:${thousands}|\\d{1,7}(?:[.,](?:\\d{1,2}|[-–—]{1,2}(?!\\d)))?)`
const amountBefore = `(?:${spaced}(?= ?(?:€|eur|zł|zl|pln|juan|yuans))|${plainAmount})`
const amountBehind = `(?:${spaced}(?! ?(?:g|kg|gr|cm|mm)(?!\\p{L}))|${plainAmount})`
const dash = ' ?(?:[-–—~∼〜至到]|to|bis|do|a|até|à) ?'
/** Neither the end of a longer number nor `1.2k`, 1.2万, `$45 AUD`. */
const noMore = '(?![.,]?\\d)(?! ?[万千百])(?! ?(?:aud|cad|nzd|hkd|sgd|mxn|twd|jpy|yen)(?![a-z]))'
/** Dollars of other countries: `AU$`, `HK $`. */
const noOtherDollar = '(?<!(?:au|ca|nz|hk|sg|nt|mx|aud|cad|hkd) )'
/** The sign or word before the number: `¥168`, `RMB 168`, `$4-$6`. */
const signFirst = `(?<![\\p{L}\\d$])${noOtherDollar}(?:cny |rmb |usd |eur )?(${anyCurrency})[ \\u00a0]?[~≈]?(${amountBehind})(?:${dash}(?:${anyCurrency})?[ \\u00a0]?(${amountBehind}))?(?: ?元)?${noMore}(?![a-z])`
/** The number before the sign or word: `168¥`, `168 juanów`, `13.5-57.5 ¥`; `168r` is a shoppers' short form. */
const numberFirst = `(?<![a-z\\d.,¥￥$€£'])(${amountBefore})(?: ?(?:${anyCurrency})?${dash}(${amountBefore}))?[ \\u00a0]?(${anyCurrency}|r)(?![a-z\\d\\p{Sc}])${noMore}`
const amountPattern = new RegExp(`${signFirst}|${numberFirst}`, 'giu')
/** Real texts have a handful. */
const maxAmounts = 24

/** Taobao's codes between currency signs, with the number before them: `6￥1380HC5YFvy￥`. */
const appCode = /\d?(\p{Sc})(?:[A-Z]{2}\d{3,6}\s)?[A-Za-z0-9]{5,14}\1/gu

const otherPriceBefore =
  /运费|邮费|快递|邮资|满|减|直降|优惠|立省|返|券(?!后)|红包|原价|定金|押金|补贴|(?<!\p{L})(?:shipping|ship|postage|freight|delivery|versand\p{L}*|porto|wysy\p{L}+|dostaw\p{L}+|przesy\p{L}+|env[ií]os?|frete|livraison|port|coupon|discount|saved?|code|tip|tax|customs|rabatt?|gutschein|kupon|zni[żz]k\p{L}+|descuento|cup[oó]n|desconto|cupom|remise|r[ée]duction|was|before|originally|retail|rrp|instead|statt|war|vorher|zamiast|by[łl]o|wcze[śs]niej|antes|era|avant|lieu|over|above|budget|under)(?!\p{L})/giu
const itemPriceBefore =
  /(?<!原)价|售|仅|(?<!\p{L})(?:price|now|only|for|preis|jetzt|nur|für|cena|teraz|za|tylko|precio|ahora|por|solo|preço|agora|só|prix|maintenant|pour)(?!\p{L})/giu
const otherPriceBehind =
  /^ ?(?:off|discount|coupon|(?:de )?(?:descuento|desconto|remise|réduction)|rabatt?\p{L}*|gutschein|券|优惠|红包|定金|抵|(?:[/每]|per|pro|za|por|par) ?(?:kg|g|kilo|公斤|千克)(?!\p{L}))|^ ?(?:shipping|postage|delivery|freight|versand|wysy\p{L}+|dostaw\p{L}+|(?:de )?envío|(?:de )?frete|(?:de )?port|运费|邮费)(?!.{0,12}\d)(?! ?(?:incl|free|in ))/iu
const contextLength = 32

/** The price of a marketplace's address: `168`, `13.5-57.5`. Undefined for every other form. */
export function parseAddressPrice(value: string): StatedPrice | undefined {
  const match = /^(\d{1,7}(?:\.\d{1,2})?)(?:-(\d{1,7}(?:\.\d{1,2})?))?$/.exec(value.trim())
  return match?.[1] === undefined ? undefined : toPrice('CNY', Number(match[1]), Number(match[2] ?? match[1]))
}

/** The first amounts of money in a text, in order. Full-width digits and signs count. */
export function findAmounts(text: string): AmountMatch[] {
  const plain = toHalfWidth(text).replace(appCode, (code) => '\n'.repeat(code.length))
  return [...plain.matchAll(amountPattern)]
    .slice(0, maxAmounts)
    .filter(({ 7: signBehind }) => signBehind !== 'R') // `42R` is a size
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      price: readPrice(match, plain),
    }))
}

function readPrice(match: RegExpExecArray, text: string): StatedPrice | undefined {
  const [written, signBefore, first, last, firstBehind, lastBehind, signBehind] = match
  const code = findCurrency(signBefore ?? signBehind ?? '')
  const from = parseAmount(first ?? firstBehind ?? '')
  const to = parseAmount(last ?? lastBehind ?? first ?? firstBehind ?? '')
  if (code === undefined || !isItemPrice(text, match.index, match.index + written.length)) return undefined
  return toPrice(code, from, to)
}

function findCurrency(sign: string): HintCurrency | undefined {
  if (sign === 'r') return 'CNY'
  return currencyPatterns.find(({ pattern }) => pattern.test(sign))?.currency
}

function toPrice(code: HintCurrency, from: number, to: number): StatedPrice | undefined {
  if (!(from > 0 && to >= from && to <= maxHintPrice)) return undefined
  return { price: from, priceTo: to === from ? null : to, currency: code }
}

/** `1.250,00` and `1,299` are thousands; `89,50` and `13.5` are decimals; NaN for `0.999`, which may be both. */
function parseAmount(written: string): number {
  const [, whole = '', decimals = '0'] = /^(.*?)(?:[.,](\d{1,2}))?$/s.exec(written) ?? []
  if (/^0./.test(whole)) return Number.NaN
  return Number(`${whole.replace(/\D/g, '')}.${decimals}`)
}

/** Judges by the last word before the amount and the first word behind it. */
function isItemPrice(text: string, start: number, end: number): boolean {
  if (/(?:^|\s)-$/.test(text.slice(Math.max(0, start - 2), start))) return false
  const clause =
    text
      .slice(Math.max(0, start - contextLength), start)
      .split(/[\n\d]/)
      .at(-1) ?? ''
  if (findLastIndex(clause, otherPriceBefore) > findLastIndex(clause, itemPriceBefore)) return false
  return !otherPriceBehind.test(text.slice(end, end + contextLength))
}

function findLastIndex(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1
}

/** One character for each, so that positions stay the same. */
function toHalfWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
}
