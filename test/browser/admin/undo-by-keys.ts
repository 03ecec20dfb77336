import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { hasFocus } from '../support/admin-page.ts'

type UndoVisit = {
  page: Page
  /** Five rows that wait, `First` on top, named by their writers, in a list of what waits. */
  rows: Locator
  /** How many changes of status were asked for so far. */
  changes: () => number
}

/** Undoes the moderation of a row between others, of the first, the last, several and the only one. */
export async function checkUndoByKeys({ page, rows, changes }: UndoVisit): Promise<void> {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth']
  const row = (name: string) => rows.filter({ hasText: name })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const namesOf = async (some: Locator) =>
    (await some.allInnerTexts()).map((text) => names.find((name) => text.includes(name)))
  const listed = (...expected: string[]) => expect.poll(() => namesOf(rows)).toEqual(expected)
  const isOnlyMark = async (name: string) => {
    await hasFocus(row(name))
    const marked = rows.and(page.locator('.is-at, [aria-selected=true], [aria-current=true]'))
    await expect.poll(() => namesOf(marked)).toEqual([name])
  }

  await listed(...names)
  await press('j', 'j', 'a')
  await listed('First', 'Second', 'Fourth', 'Fifth')
  await isOnlyMark('Fourth')
  await press('z')
  await listed(...names)
  await isOnlyMark('Third')
  await press('a')
  await listed('First', 'Second', 'Fourth', 'Fifth')
  await isOnlyMark('Fourth')

  // The keys are about the row before it is back, and while it has not left yet.
  const begun = changes()
  await press('z', 'd')
  await expect.poll(() => changes()).toBe(begun + 2)
  await listed('First', 'Second', 'Fourth', 'Fifth')
  await isOnlyMark('Fourth')
  await press('a', 'z', 'd')
  await expect.poll(() => changes()).toBe(begun + 5)
  await listed('First', 'Second', 'Fifth')
  await isOnlyMark('Fifth')

  // The last, then the first.
  await press('a')
  await listed('First', 'Second')
  await isOnlyMark('Second')
  await press('z')
  await listed('First', 'Second', 'Fifth')
  await isOnlyMark('Fifth')
  await press('k', 'k', 'd')
  await listed('Second', 'Fifth')
  await isOnlyMark('Second')
  await press('z')
  await listed('First', 'Second', 'Fifth')
  await isOnlyMark('First')

  // Several, down to none; the one that was judged first comes last and is the marked one.
  await press('a')
  await listed('Second', 'Fifth')
  await press('a')
  await listed('Fifth')
  await press('a')
  await listed()
  await press('z', 'z', 'z')
  await listed('First', 'Second', 'Fifth')
  await isOnlyMark('First')

  // The only one.
  for (const left of [['Second', 'Fifth'], ['Fifth'], []]) {
    await press('d')
    await listed(...left)
  }
  await press('z')
  await listed('Fifth')
  await isOnlyMark('Fifth')
  const before = changes()
  await press('a')
  await listed()
  expect(changes()).toBe(before + 1)
}
