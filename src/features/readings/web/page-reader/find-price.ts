import { type AmountMatch, findAmounts } from '#features/product-links/hints/price-in-text.ts'
import { findOwner, type PageLine } from './page-lines.ts'
import { type StructuredPrice, toRange } from './structured-data.ts'
import { attribute, type PageNode } from './walk-page.ts'

/** Words before or behind an amount that is not what one buyer pays for one piece today without a coupon. */
const otherPrice =
  /优惠前|促销前|活动前|券后|券价|到手|折后|凑单|领券|用券|优惠券|原价|原售|划线|吊牌|市场价|专柜|参考价|建议零售|零售价|会员|vip|plus|学生价|新人|首单|首件|拼团|团购|定金|订金|预付|预售|尾款|押金|保证金|分期|每期|\d期|月供|免息|运费|邮费|快递|物流|包邮|满|减|返|红包|津贴|购物金|积分|抵|税|省|差价|余额|充值|服务费|加购|换购|起拍|(?<!\p{L})(?:after|with (?:code|coupon)|coupons?|vouchers?|members?|was|before|originally?|rrp|msrp|list price|regular|retail|compare|sav(?:e|ing)s?|discounts?|off|deposits?|instal\p{L}+|per month|monthly|shipping|freight|delivery|postage|tax|fees?|balance|paid|total|minimum|over|new users?|first order|gift|reward|cashback|insurance|refund)(?!\p{L})/giu
const itemPrice =
  /(?<!原|划线|吊牌|市场|参考|会员|券后|到手|折后|优惠前)(?:售价|现价|价格|一口价|单价|活动价|促销价|秒杀价|年末价|特价|批发价|price|now|unit price|sale)(?!\p{L})/giu
const behindAmount =
  /^\s*[(（]?\s*(?:券后|到手|折后|优惠前|原价|会员|红包|定金|订金|运费|起拍|\/?\s*(?:月|期)|[x×*]\s*\d+\s*期|off|coupon|after|shipping|freight|delivery|deposit|per month|\/\s*mo|was|member|back)/iu
const wholeLabel = /^\D{1,16}$/u
const oldClass =
  /(?:^|[-_\s])(?:ori|orig|origin\w*|old|del|market|was|before|line-?through|strike\w*|crossed|coupon\w*|member\w*|vip|deposit|freight|ship\w*)(?:$|[-_\s])|(?:original|old|market|coupon|was)-?price/i
/** A quantity from which a price of a ladder counts. */
const quantity =
  /(?:[≥>]=?\s*|满)?(\d{1,7})\s*(?:[-–—~至]\s*\d{1,7}|\+|以上|or more)?\s*(?:件|个|双|只|条|套|台|张|包|箱|盒|对|起批|pcs?|pieces?|units?|pairs?|sets?)/giu

type PriceClaim = { amount: AmountMatch; line: PageLine; owner: PageNode; score: number }

/** The price of the page's text; null where none is surely the item's. */
export function findTextPrice(
  lines: readonly PageLine[],
  titleLine: number | undefined,
): StructuredPrice | null {
  const claims = lines.flatMap((line) => listClaims(line, lines, titleLine))
  const yuan = claims.filter(({ amount }) => amount.price?.currency === 'CNY')
  const [best] = (yuan.length > 0 ? yuan : claims).toSorted((a, b) => b.score - a.score)
  const price = best?.amount.price
  if (!best || !price) return null
  const first = findLadderPrice(best, claims, lines)
  if (first) return first
  return toRange(price.price, price.priceTo ?? price.price, price.currency)
}

/** Digits behind it are shown in the other order. */
const turningMark = /[\u202d\u202e]/

/** The amounts of a line that may be the item's price. */
function listClaims(line: PageLine, lines: readonly PageLine[], titleLine: number | undefined): PriceClaim[] {
  if (turningMark.test(line.text)) return []
  const amounts = findAmounts(line.text)
  return amounts.flatMap((amount, index) => {
    const owner = findNumberOwner(line, amount)
    if (!owner || !amount.price || owner.isStruck || owner.isOther) return []
    if (isOtherPrice(line, lines, amounts, index) || hasOldClass(owner)) return []
    return [{ amount, line, owner, score: scoreClaim(owner, line, amount, titleLine) }]
  })
}

/** The element of the amount's first digit. */
function findNumberOwner(line: PageLine, { start, end }: AmountMatch): PageNode | undefined {
  const digit = line.text.slice(start, end).search(/\d/)
  return findOwner(line, start + Math.max(digit, 0))
}

function isOtherPrice(
  line: PageLine,
  lines: readonly PageLine[],
  amounts: readonly AmountMatch[],
  index: number,
): boolean {
  const amount = amounts[index]
  if (!amount) return true
  const from = amounts[index - 1]?.end ?? 0
  const clause =
    line.text
      .slice(Math.max(from, amount.start - 24), amount.start)
      .split(/[|·;；。，]/)
      .at(-1) ?? ''
  const label = from === 0 && clause.trim() === '' ? findLabel(lines, line.index, -1) : ''
  if (isAbout(otherPrice, itemPrice, clause) || isAbout(otherPrice, itemPrice, label)) return true
  if (amounts.length > index + 1) return false
  const rest = line.text.slice(amount.end)
  if (behindAmount.test(rest)) return true
  return rest.trim() === '' && behindAmount.test(findLabel(lines, line.index, 1))
}

/** The line before or behind, when it is a short label in the same box. */
function findLabel(lines: readonly PageLine[], index: number, step: 1 | -1): string {
  const [here, there] = [lines[index], lines[index + step]]
  const [owner, other] = [here && findOwner(here, 0), there && findOwner(there, 0)]
  if (!there || !owner || !other || !wholeLabel.test(there.text.trim())) return ''
  if (step === 1 && /^\s*[¥￥]/.test(lines[index + 2]?.text ?? '')) return '' // the next amount's
  const boxes = [owner.parent, owner.parent?.parent, owner.parent?.parent?.parent]
  return boxes.some(
    (box) => box && other.index >= box.index && other.index < box.end && box.end - box.index <= 24,
  )
    ? there.text
    : ''
}

/** Whether the last word of either list is one of `wanted`. */
function isAbout(wanted: RegExp, against: RegExp, text: string): boolean {
  return findLast(wanted, text) > findLast(against, text)
}

function findLast(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1
}

function hasOldClass(owner: PageNode): boolean {
  return [owner, owner.parent].some(
    (node) => node !== undefined && oldClass.test(attribute(node, 'class').slice(0, 200)),
  )
}

/** Large letters, the word price, and being near the title speak for an amount; of equals, the first. */
function scoreClaim(
  owner: PageNode,
  line: PageLine,
  amount: AmountMatch,
  titleLine: number | undefined,
): number {
  const before = line.text.slice(Math.max(0, amount.start - 16), amount.start)
  const distance = titleLine === undefined ? 0 : Math.min(Math.abs(line.index - titleLine), 40)
  const sentence = line.text.length > 60 ? 6 : 0
  return Math.min(owner.fontSize, 48) + (findLast(itemPrice, before) >= 0 ? 6 : 0) - distance * 0.4 - sentence
}

/** The price of the smallest quantity where as many quantities as prices stand beside each other. */
function findLadderPrice(
  best: PriceClaim,
  claims: readonly PriceClaim[],
  lines: readonly PageLine[],
): StructuredPrice | undefined {
  for (let box = best.owner.parent, level = 0; box && level < 6; box = box.parent, level++) {
    const { index, end } = box
    const isInside = (node: PageNode | undefined) =>
      node !== undefined && node.index >= index && node.index < end
    const prices = claims.filter(({ owner }) => isInside(owner))
    if (prices.length < 2) continue
    if (prices.length > 8) return undefined
    const quantities = lines
      .flatMap((line) =>
        [...line.text.matchAll(quantity)].map((match) => ({
          from: Number(match[1]),
          owner: findOwner(line, match.index),
        })),
      )
      .filter(({ owner }) => isInside(owner))
    if (quantities.length !== prices.length) continue
    const smallest = quantities.indexOf(quantities.reduce((a, b) => (b.from < a.from ? b : a)))
    const price = prices[smallest]?.amount.price
    return price && toRange(price.price, price.price, price.currency)
  }
  return undefined
}
