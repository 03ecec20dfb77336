import { expect, test } from 'vitest'
import { useBrowser } from '#test/browser-tab.ts'
import { deleteAllDrafts, deleteDraft, readDraft, saveDraft } from './drafts.ts'

const browser = useBrowser()
const review = { form: 'review taobao 1', owner: 'u1' }

test('is restored for its author, in this tab only', () => {
  saveDraft(review, { comment: 'Sits well.' })
  expect(readDraft(review)).toEqual({ comment: 'Sits well.' })
  expect(readDraft({ ...review, form: 'review taobao 2' })).toEqual({})
  expect(browser.local.entries()).toEqual({})
})

test('is not restored for another user', () => {
  saveDraft(review, { comment: 'Sits well.' })
  expect(readDraft({ ...review, owner: 'u2' })).toEqual({})
  expect(readDraft({ ...review, owner: undefined })).toEqual({})
})

test('of a visitor is not restored for a user', () => {
  saveDraft({ form: 'register', owner: undefined }, { name: 'Ann' })
  expect(readDraft({ form: 'register', owner: undefined })).toEqual({ name: 'Ann' })
  expect(readDraft({ form: 'register', owner: 'u1' })).toEqual({})
})

test('is deleted when its form was sent', () => {
  saveDraft(review, { comment: 'Sits well.' })
  deleteDraft(review.form)
  expect(readDraft(review)).toEqual({})
})

test('is deleted with all other drafts after a logout, and nothing else is', () => {
  browser.session.fill({ other: 'x' })
  saveDraft(review, { comment: 'Sits well.' })
  saveDraft({ form: 'register', owner: undefined }, { name: 'Ann' })
  deleteAllDrafts()
  expect(browser.session.entries()).toEqual({ other: 'x' })
})

test.each([
  '{bad',
  'null',
  '5',
  '{}',
  '{"owner":"u1"}',
  '{"owner":"u1","texts":null}',
  '{"owner":"u1","texts":{"a":5}}',
])('is empty when %s is stored', (stored) => {
  browser.session.fill({ 'draft:review taobao 1': stored })
  expect(readDraft(review)).toEqual({})
})

test('is empty when storage is not available', () => {
  browser.session.isBlocked = true
  saveDraft(review, { comment: 'Sits well.' })
  expect(readDraft(review)).toEqual({})
  deleteDraft(review.form)
  deleteAllDrafts()
})
