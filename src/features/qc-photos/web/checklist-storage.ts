import { storageKeys } from '#shared/storage-keys.ts'
import { type CheckPoint, checkPoints } from './check-points.ts'

/** The visitor's mark for a point of the checklist; undefined: not checked yet. */
export type ChecklistAnswer = 'seen' | 'closer' | 'missing' | undefined

export type ChecklistAnswers = Partial<Record<CheckPoint, ChecklistAnswer>>

/** The stored letter of each mark. */
const answerLetters = new Map<string, ChecklistAnswer>([
  ['s', 'seen'],
  ['c', 'closer'],
  ['m', 'missing'],
])
const maxItems = 100
const entryPattern = /^([a-z\d_]{1,20}\/[\w-]{1,64})=([scm-]{5})$/

/** The stored marks of an item. */
export function readAnswers(itemKey: string): ChecklistAnswers {
  return decodeAnswers(readAllAnswers().get(itemKey) ?? '')
}

/** Stores the marks of an item with those of the last `maxItems` items. */
export function saveAnswers(itemKey: string, marks: ChecklistAnswers): void {
  const all = readAllAnswers()
  all.delete(itemKey)
  const text = encodeAnswers(marks)
  if (/[scm]/.test(text)) all.set(itemKey, text)
  const lines = [...all].slice(-maxItems).map(([key, letters]) => `${key}=${letters}`)
  try {
    localStorage.setItem(storageKeys.qcMarks, lines.join(' '))
  } catch {
    // Without storage the marks are lost when the page is closed.
  }
}

/** Invalid entries are dropped at the next write. */
function readAllAnswers(): Map<string, string> {
  try {
    const tokens = (localStorage.getItem(storageKeys.qcMarks) ?? '').split(' ', maxItems)
    const entries = tokens.map((token) => entryPattern.exec(token))
    return new Map(entries.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])))
  } catch {
    return new Map()
  }
}

function decodeAnswers(text: string): ChecklistAnswers {
  return Object.fromEntries(checkPoints.map((point, index) => [point, answerLetters.get(text[index] ?? '')]))
}

function encodeAnswers(marks: ChecklistAnswers): string {
  const getLetter = (mark: ChecklistAnswer) =>
    [...answerLetters].find(([, value]) => value === mark)?.[0] ?? '-'
  return checkPoints.map((point) => getLetter(marks[point])).join('')
}
