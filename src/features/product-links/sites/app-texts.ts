import type { ParseErrorCode, ParseErrorDetail } from '../parse-error-codes.ts'

const xianyu = /[[【「『《（(]\s*[闲閒][鱼魚](?:app)?\s*[\]】」』》）)]|在[闲閒][鱼魚](?:上|app)?发布/i
/** Taobao changes the marks around its codes every few months. Usually they are currency signs, emoji or brackets. */
const markedCode = /(?:^|[^\p{L}\p{N}\s%])\s?([a-z0-9]{8,14})(?=\s?(?:[^\p{L}\p{N}\s%]|$))/giu
const codeWithNumber = /\p{Sc}[A-Z]{2}\d{3,6}\s\w{5,14}\p{Sc}/u
const pairedSigns = /(\p{Sc})(?=\d*[a-z])[a-z0-9]{8,14}\1/iu
const openAppPhrase = /(?:复制|複製|打开|打開)[^\n]{0,40}(?:淘宝|淘寶|天猫|天貓|taobao|tmall)/i
/** Changes between letters and digits or between cases. Random codes have more of them than words. */
const characterChanges = /[a-z](?=[A-Z\d])|\d(?=[a-zA-Z])|[A-Z](?=\d)/g

/** The detail of a text without an item: a share text of Xianyu, or a code that only Taobao's app can open. */
export function findDetail(text: string, code: ParseErrorCode): ParseErrorDetail | undefined {
  if (code !== 'NOT_A_LINK' && code !== 'SHORT_LINK') return undefined
  if (xianyu.test(text)) return 'xianyu'
  return code === 'NOT_A_LINK' && hasTaobaoCode(text) ? 'code' : undefined
}

function hasTaobaoCode(text: string): boolean {
  if ([codeWithNumber, pairedSigns, openAppPhrase].some((pattern) => pattern.test(text))) return true
  return [...text.matchAll(markedCode)].some(([, code = '']) => isRandom(code))
}

function isRandom(code: string): boolean {
  const count = code.match(characterChanges)?.length ?? 0
  return count > 2 || (count > 1 && /\d/.test(code))
}
