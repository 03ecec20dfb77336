import { readWords } from './fold-title.ts'
import type { KindId } from './kind.ts'
import {
  englishAdjectives,
  englishOthers,
  englishParts,
  englishPrints,
  englishWords,
  petWords,
} from './words/english.ts'
import { frenchWords, germanWords, polishWords, portugueseWords, spanishWords } from './words/european.ts'
import {
  countingPhrases,
  hints,
  type Language,
  peopleAndTimes,
  plainNouns,
  purposeWords,
  signs,
  smallWords,
} from './words/grammar.ts'

/**
 * A word or phrase of a title. A `noun` names goods of the kind `kind`; null means goods of no kind. A `part` describes the
 * word before it ('sleeve'). A `print` says that the word before it is only a picture. A `small` word ends a phrase ('with').
 */
export type Token = {
  text: string
  type: 'noun' | 'part' | 'print' | 'small' | 'and' | 'pet' | 'word'
  kind: KindId | null
  /** The number of terms. */
  length: number
}

const languages: readonly Language[] = ['en', 'de', 'es', 'fr', 'pt', 'pl']
const toSet = (list: string): ReadonlySet<string> => new Set(readWords(list))
const parts = toSet(englishParts)
const prints = toSet(englishPrints)
const pets = toSet(petWords)
const counting = toSet(countingPhrases)
const purposes = toSet(purposeWords)
const people = toSet(peopleAndTimes)

type Nouns = ReadonlyMap<string, KindId | null>

const nounsByLanguage: Readonly<Record<Language, Nouns>> = {
  en: collectNouns('en', englishWords, englishOthers),
  de: collectNouns('de', germanWords.kinds, germanWords.others),
  es: collectNouns('es', spanishWords.kinds, spanishWords.others),
  fr: collectNouns('fr', frenchWords.kinds, frenchWords.others),
  pt: collectNouns('pt', portugueseWords.kinds, portugueseWords.others),
  pl: collectNouns('pl', polishWords.kinds, polishWords.others),
}
const smallByLanguage = new Map(languages.map((language) => [language, toSet(smallWords[language])]))
const hintsByLanguage = new Map(languages.map((language) => [language, toSet(hints[language])]))

/** English terms that are adjectives of the goods that follow, in both numbers. */
const adjectives = new Set(readWords(englishAdjectives).flatMap((word) => addPlurals(word, 'en')))

export function isAdjective(text: string): boolean {
  return adjectives.has(text)
}

function collectNouns(
  language: Language,
  kinds: Readonly<Partial<Record<KindId, string>>>,
  others: string,
): Nouns {
  const nouns = new Map<string, KindId | null>()
  const add = (list: string, kind: KindId | null) => {
    for (const word of readWords(list)) for (const form of addPlurals(word, language)) nouns.set(form, kind)
  }
  add(others, null)
  const plain = plainNouns[language]
  if (plain) add(plain, null)
  for (const [kind, list] of Object.entries(kinds)) add(list, kind as KindId) // the keys are kinds
  return nouns
}

/** A phrase with its plurals, by the rules of English and the Romance languages. The lists of the others have them. */
function addPlurals(phrase: string, language: Language): string[] {
  if (language === 'de' || language === 'pl') return [phrase]
  const terms = phrase.split(' ')
  const index = language === 'en' ? terms.length - 1 : 0
  const plural = toPlural(terms[index] ?? '', language)
  const all = terms.map((word) => (word.length > 3 ? toPlural(word, language) : word))
  return [phrase, terms.with(index, plural).join(' '), ...(language === 'en' ? [] : [all.join(' ')])]
}

function toPlural(word: string, language: Language): string {
  if (language === 'en') {
    if (/(?:ss|ch|sh|x)$/.test(word)) return `${word}es`
    if (word.endsWith('s')) return word
    return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
  }
  if (/[sxz]$/.test(word)) return word
  if (language === 'fr') return /eau$/.test(word) ? `${word}x` : `${word}s`
  if (/[aeiou]$/.test(word)) return `${word}s`
  return word.endsWith('m') ? `${word.slice(0, -1)}ns` : `${word}es`
}

/** The parts of a folded title between signs, as terms. */
export function splitSegments(folded: string): string[][] {
  return folded
    .replace(/(?<=[\p{L}\p{N}])[-‐‑_](?=[\p{L}\p{N}])/gu, ' ')
    .replace(/[&+]/g, ' & ')
    .split(/[^\p{L}\p{N}&'’".\s]+|\.(?!\d)/u)
    .map((segment) => segment.split(/[^\p{L}\p{N}&]+/u).filter((word) => word !== ''))
    .filter((terms) => terms.length > 0)
}

/** The language with most listed terms; signs that one language has count too. English wins a tie. */
export function guessLanguage(segments: readonly string[][], raw: string): Language {
  const text = raw.normalize('NFC').toLowerCase()
  const scores = languages.map((language) => {
    const listed = segments.map((terms) => countKnownWords(terms, language))
    return listed.reduce((sum, points) => sum + points, signs[language].test(text) ? 2 : 0)
  })
  return languages[scores.indexOf(Math.max(...scores))] ?? 'en'
}

function countKnownWords(terms: readonly string[], language: Language): number {
  let points = 0
  for (let index = 0; index < terms.length; ) {
    const match = findPhrase(terms, index, [language])
    if (match?.type === 'noun') points += match.kind === null ? 1 : 1 + match.length
    else if (hintsByLanguage.get(language)?.has(terms[index] ?? '')) points += 1.5
    else if (smallByLanguage.get(language)?.has(terms[index] ?? '')) points += 1.5
    index += match?.length ?? 1
  }
  return points
}

const longestPhrase = 6

/** The longest listed phrase at a place; the first of the languages wins. */
function findPhrase(terms: readonly string[], index: number, among: readonly Language[]): Token | undefined {
  for (let length = Math.min(longestPhrase, terms.length - index); length > 0; length -= 1) {
    const text = terms.slice(index, index + length).join(' ')
    if (pets.has(text)) return { text, type: 'pet', kind: null, length }
    for (const language of among) {
      const kind = findNoun(text, language)
      if (kind !== undefined) return { text, type: 'noun', kind, length }
    }
  }
  return undefined
}

function findNoun(text: string, language: Language): KindId | null | undefined {
  const kind = nounsByLanguage[language].get(text)
  return kind === undefined && language === 'de' ? findCompound(text) : kind
}

/** The noun at the end of a German compound: a Schuhregal is a Regal. */
function findCompound(word: string): KindId | null | undefined {
  if (word.length < 7 || word.includes(' ')) return undefined
  if (/^(?:hunde|katzen|puppen|haustier)/.test(word)) return null
  for (let from = 3; from <= word.length - 4; from += 1) {
    const kind = nounsByLanguage.de.get(word.slice(from))
    if (kind !== undefined) return kind
  }
  return /box(?:en)?$/.test(word) ? null : undefined
}

/** English terms in a title of another language that are no goods there. */
const falseFriends = toSet(
  'robe, short, pull, hose, vest, slide, mule, chelsea, shades, boot, collar, basket, cape, jersey, bomber, top, pants, pot, net, sale, tie, pin, tips, fan, pen, card, cup, book, sole, cage, mouse, pump, rope, tape, game, bed, board, cover, fit, cape, lace, lid, pad, tag, fee, mat',
)

/** The tokens of one segment, without what only counts pieces ('pair of') or names people and seasons ('for men'). */
export function readTokens(terms: readonly string[], language: Language): Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < terms.length; ) {
    const token = readToken(terms, index, language)
    tokens.push(token)
    index += token.length
  }
  return dropAsides(tokens)
}

function readToken(terms: readonly string[], index: number, language: Language): Token {
  const text = terms[index] ?? ''
  const plainToken = { text, kind: null, length: 1 }
  const match = findPhrase(terms, index, language === 'en' ? ['en'] : [language, 'en'])
  const isOneWord = match?.length === 1
  if (isOneWord && smallByLanguage.get(language)?.has(text)) return { ...plainToken, type: 'small' }
  if (isOneWord && language === 'en' && match.kind === null && parts.has(text))
    return { ...plainToken, type: 'part' }
  if (match?.type === 'pet') return match
  if (match && !(falseFriends.has(match.text) && findNoun(match.text, language) === undefined)) return match
  if (/^(?:and|&|und|y|et|e|i)$/.test(text)) return { ...plainToken, type: 'and' }
  if (smallByLanguage.get(language)?.has(text)) return { ...plainToken, type: 'small' }
  return { ...plainToken, type: prints.has(text) ? 'print' : parts.has(text) ? 'part' : 'word' }
}

function dropAsides(tokens: readonly Token[]): Token[] {
  const goods: Token[] = []
  let queue = tokens.filter(({ text }) => !/^\d+$/.test(text))
  while (queue.length > 0) {
    const [token, next, ...others] = queue as [Token, ...Token[]] // the list is not empty
    const isCount = goods.length === 0 && next !== undefined && counting.has(`${token.text} ${next.text}`)
    const isAside = next !== undefined && purposes.has(token.text) && people.has(next.text)
    if (isCount || isAside) queue = others
    else {
      goods.push(token)
      queue = queue.slice(1)
    }
  }
  return goods
}
