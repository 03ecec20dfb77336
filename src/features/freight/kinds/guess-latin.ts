import { readWords } from './fold-title.ts'
import type { KindId } from './kind.ts'
import { guessLanguage, isAdjective, readTokens, splitSegments, type Token } from './read-title.ts'
import { englishAsides } from './words/english.ts'
import { type Language, purposeWords, shifts, softOthers } from './words/grammar.ts'

const purposes = new Set(readWords(purposeWords))
const soft = new Set(readWords(softOthers).flatMap((word) => [word, `${word}s`]))
const asides = new RegExp(`\\b(?:${readWords(englishAsides).join('|')})\\b`, 'g')

/** The kind; null for goods of no kind; undefined when the title has no known word. */
type Guess = KindId | null | undefined

/** The kind that a folded title in Latin script names. `raw` still has the accents, which show the language. */
export function guessLatin(folded: string, raw: string): Guess {
  const segments = splitSegments(folded)
  const language = guessLanguage(segments, raw)
  if (language !== 'en') return guessSegments(segments, language)
  const withoutAsides = segments.map((terms) => terms.join(' ').replace(asides, 'aside').split(' '))
  return guessSegments(withoutAsides, language) ?? guessSegments(segments, language)
}

function guessSegments(segments: readonly string[][], language: Language): Guess {
  for (const terms of segments) {
    const tokens = readTokens(terms, language)
    const guess = findHead(tokens, language, terms.join(' '))
    if (guess !== undefined) return isForPet(tokens) && guess !== 'plush' ? null : guess
  }
  return undefined
}

/** The goods that a segment names: English and German put them last, the others first. */
function findHead(tokens: readonly Token[], language: Language, text: string): Guess {
  const end = tokens.findIndex(({ type }) => type === 'small')
  const head = end === -1 ? tokens : tokens.slice(0, end)
  const noun = language === 'en' || language === 'de' ? findLastNoun(head) : head.find(isNoun)
  if (!noun && language === 'en' && /^with$/.test(tokens[end]?.text ?? ''))
    return findAfterAside(tokens.slice(end + 1))
  if (!noun) return end > 0 && hasPurposeOnly(tokens.slice(end)) ? null : undefined
  const rest = text.slice(text.indexOf(noun.text) + noun.text.length)
  const shift = shifts.find(([of, from, to]) => of === language && from.test(noun.text) && to.test(rest))
  return shift ? shift[3] : noun.kind
}

/** 'With straw tumbler': a title may begin with what comes with the goods. */
function findAfterAside(tokens: readonly Token[]): Guess {
  const last = tokens.findLastIndex(isNoun)
  return tokens[last + 1]?.type === 'print' || tokens.some(({ type }) => type === 'small')
    ? undefined
    : tokens[last]?.kind
}

const isNoun = ({ type }: Token) => type === 'noun'

/** True for a title like 'Anything for hoodies': it names what the goods are for, but not the goods. */
function hasPurposeOnly(tokens: readonly Token[]): boolean {
  return purposes.has(tokens[0]?.text ?? '') && tokens.some(isNoun)
}

/**
 * The last noun of the first compound: the dress in 'T-shirt dress', the watch in 'watch steel bracelet'. A word that only
 * describes ('hoodie print', 'plush lined') belongs to the noun after it. When goods of no kind follow one word later, the
 * nouns before them only say what they are for ('sneaker cleaning kit').
 */
function findLastNoun(head: readonly Token[]): Token | undefined {
  let noun: Token | undefined
  let gap = 0
  let isDescribed = false
  for (const [at, token] of head.entries()) {
    if (token.type === 'print') {
      if (at > 0 && head[at - 1] === noun) noun = undefined
    } else if (token.type === 'part') {
      isDescribed ||= at > 0 && head[at - 1] === noun
    } else if (token.type === 'and') {
      const next = head.slice(at + 1).find(isNoun)
      if (noun?.kind && next?.kind && next.kind !== noun.kind) return joinPair(noun, next)
    } else if (token.type !== 'noun') gap += 1
    else {
      if (
        noun &&
        !isDescribed &&
        !joins(noun, token, { gap, isAction: /ing$/.test(head[at - 1]?.text ?? '') })
      )
        return noun
      noun = token
      gap = 0
      isDescribed = false
    }
  }
  return noun
}

/** Whether `next`, some terms after `noun`, belongs to the same compound. */
function joins(noun: Token, next: Token, { gap, isAction }: { gap: number; isAction: boolean }): boolean {
  if (gap === 0)
    return noun.kind === null || next.kind === null || !isAdjective(next.text) || isAdjective(noun.text)
  if (isAdjective(noun.text) || (noun.kind === null && soft.has(noun.text))) return true
  return gap === 1 && noun.kind !== null && next.kind === null && (!soft.has(next.text) || isAction)
}

const tops: readonly (KindId | null)[] = ['hoodie', 'sweatshirt', 't-shirt', 'jacket', 'sweater']
const bottoms: readonly (KindId | null)[] = ['sweatpants', 'shorts', 'trousers']

/** A top and bottoms are a tracksuit; any other two goods are no single kind. */
function joinPair(first: Token, second: Token): Token {
  const isSuit = [first, second].some(
    ({ kind }) => kind === 'hoodie' || kind === 'sweatshirt' || kind === 'jacket',
  )
  const isPair = tops.includes(first.kind) && bottoms.includes(second.kind)
  return { ...first, kind: isSuit && isPair ? 'tracksuit' : null }
}

/** Goods for an animal or a doll. What only shows one ('with dog print') is for people. */
function isForPet(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ type }) => type === 'small')
  return tokens.some(({ type }, at) => {
    if (type !== 'pet') return false
    const isInHead = end === -1 || at < end
    const small = tokens.slice(0, at).findLast((token) => token.type === 'small')
    return isInHead
      ? !['part', 'print'].includes(tokens[at + 1]?.type ?? '')
      : purposes.has(small?.text ?? '')
  })
}
