import { readWords } from './fold-title.ts'
import type { KindId } from './kind.ts'
import {
  chineseAsides,
  chineseLooseWords,
  chineseMarks,
  chineseOthers,
  chineseWords,
  simpleSigns,
} from './words/chinese.ts'

type Noun = { kind: KindId | null; isLoose: boolean }
type FoundNoun = Noun & { from: number; to: number; word: string }

const nouns = new Map<string, Noun>()
for (const word of readWords(chineseOthers)) nouns.set(word, { kind: null, isLoose: false })
for (const [terms, isLoose] of [
  [chineseLooseWords, true],
  [chineseWords, false],
] as const)
  for (const [kind, list] of Object.entries(terms))
    for (const word of readWords(list)) nouns.set(word, { kind: kind as KindId, isLoose }) // the keys are kinds
const asides = new Set(readWords(chineseAsides))
const maxLength = Math.max(...[...nouns.keys()].map((word) => word.length))

const simpleBySign = new Map(simpleSigns.match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)]))
const printed = new RegExp(`^(?:${readWords(chineseMarks.printed).join('|')})`)
const purpose = new RegExp(`^(?:${readWords(chineseMarks.purpose).join('|')})`)
const worn = new RegExp(`(?:${readWords(chineseMarks.worn).join('|')}).{0,3}$`)
const pets = new RegExp(readWords(chineseMarks.pets).join('|'))

/**
 * The kind that the last noun of a folded Chinese title names; null when that noun is of no kind, undefined when the
 * title has no known noun.
 */
export function guessChinese(folded: string): KindId | null | undefined {
  const text = [...folded.replace(/\s+/g, '')].map((sign) => simpleBySign.get(sign) ?? sign).join('')
  const matches = findNouns(text)
  const goods = matches.filter((noun, at) => isSaidOfGoods(noun, text, at === matches.length - 1))
  const best = goods.some(({ isLoose }) => !isLoose) ? goods.filter(({ isLoose }) => !isLoose) : goods
  const last = best.at(-1)
  if (!last) return matches.length > 0 ? null : undefined
  // A plush toy is sold as a pillow and a charm too.
  if (/^(?:抱枕|挂件)$/.test(last.word) && best.at(-2)?.kind === 'plush') return 'plush'
  const kind = last.word === '卫衣' ? guessPlainSweatshirt(text) : last.kind
  if (pets.test(text) && kind !== 'plush') return null
  return kind
}

function findNouns(text: string): FoundNoun[] {
  const matches: FoundNoun[] = []
  for (let from = 0; from < text.length; ) {
    const aside = [...asides].find((word) => text.startsWith(word, from))
    if (aside) {
      from += aside.length
      continue
    }
    const noun = findNounAt(text, from)
    if (noun) matches.push(noun)
    from = noun?.to ?? from + 1
  }
  return matches
}

function findNounAt(text: string, from: number): FoundNoun | undefined {
  for (let length = Math.min(maxLength, text.length - from); length > 0; length -= 1) {
    const word = text.slice(from, from + length)
    const noun = nouns.get(word)
    if (noun) return { ...noun, from, to: from + length, word }
  }
  return undefined
}

/** False for a noun that is drawn on the goods, worn by a figure, or a part of them. */
function isSaidOfGoods({ to, from, kind }: FoundNoun, text: string, isLast: boolean): boolean {
  const rest = text.slice(to)
  if (!isLast && rest.startsWith('印花')) return false
  if (kind === null) return true
  return (
    !printed.test(rest) && !purpose.test(rest) && !(/^.{0,2}的/.test(rest) && worn.test(text.slice(0, from)))
  )
}

/** 卫衣 alone is a hoodie or a sweatshirt; what stands elsewhere in the title decides. */
function guessPlainSweatshirt(text: string): KindId | null {
  if (/连帽|带帽|有帽|双帽/.test(text)) return 'hoodie'
  return /圆领|无帽|半拉链|立领|高领|翻领|套头/.test(text) ? 'sweatshirt' : null
}
