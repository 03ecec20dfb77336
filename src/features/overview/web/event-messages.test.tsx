import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { SecurityNote } from '../contract.ts'
import { renderEvent } from './event-messages.tsx'

const createNote = (overrides: Partial<SecurityNote>): SecurityNote => ({
  type: 'started',
  createdAt: '2026-11-21T03:12:00.000Z',
  actor: null,
  subject: null,
  details: {},
  count: 1,
  ...overrides,
})
/** Without the elements that only hold text. */
const renderText = (overrides: Partial<SecurityNote>) => {
  const { topic, message } = renderEvent(createNote(overrides))
  return `${topic}: ${renderToStaticMarkup(message).replaceAll(/<\/?span>/g, '')}`
}

describe('what happened', () => {
  test.each<[Partial<SecurityNote>, string]>([
    [{ type: 'login-failed' }, 'key: <b>A failed login</b>'],
    [{ type: 'login-failed', subject: 'Ann' }, 'key: <b>A failed login</b> as <b>Ann</b>'],
    [{ type: 'login-failed', count: 38 }, 'alarm: <b>38 failed logins</b> from one address'],
    [
      { type: 'login-failed', count: 12_873, details: { code: 'WRONG_LOGIN', from: 'many networks' } },
      'alarm: <b>12,873 failed logins</b> from many networks',
    ],
    [
      { type: 'limit-hit', details: { rule: 'login' }, count: 1204 },
      'alarm: <b>Rate limit reached</b> from one address: login, 1,204 times',
    ],
    [
      { type: 'access-denied', details: { call: 'getAllUser' }, actor: 'Ann' },
      'key: Ann was denied access to <b>All users</b>',
    ],
    [
      { type: 'access-denied', details: { call: 'getRateCards' }, count: 2 },
      'key: A visitor was denied access to <b>Rate cards</b>, 2 times',
    ],
    [
      { type: 'refresh-reused', subject: 'boxy' },
      'alarm: A refresh token of <b>boxy</b> was reused; sessions ended',
    ],
    [
      { type: 'rate-card-imported', details: { card: 'winter-2026', lines: '20' }, actor: 'Ann' },
      'site: Rate card <b>winter-2026</b> was imported. By Ann',
    ],
    [
      { type: 'rate-card-activated', details: { card: 'winter-2026', old: 'default-2026-11' }, actor: 'Ann' },
      'site: Rate card <b>winter-2026</b> was activated (before: default-2026-11). By Ann',
    ],
    [
      { type: 'breaker-opened', details: { source: 'qc' } },
      'alarm: <b>qc</b> keeps failing; calls are paused',
    ],
    [
      { type: 'role-changed', subject: 'Ann', actor: 'Bo', details: { old: 'admin', new: 'user' } },
      'account: <b>Ann</b> changed from admin to user. By Bo',
    ],
    [
      { type: 'password-reset', subject: 'Ann', actor: 'Ann' },
      'key: <b>Ann</b> reset the password, all sessions ended',
    ],
    [{ type: 'product-deleted', subject: 'Tote', actor: 'Bo' }, 'product: <b>Tote</b> was deleted. By Bo'],
    [
      { type: 'product-moved', details: { product: 'taobao/1' }, actor: 'Bo', count: 2 },
      'product: <b>taobao/1</b> was moved in the list, 2 times. By Bo',
    ],
    [
      { type: 'product-trend-changed', subject: 'Tote', details: { trending: 'true' } },
      'product: <b>Tote</b> is trending now',
    ],
    [
      { type: 'agent-selected', subject: 'CNFans', actor: 'Bo' },
      'agent: <b>CNFans</b> is the selected agent now. By Bo',
    ],
    [
      { type: 'review-moderated', subject: 'Ann', actor: 'Bo', details: { new: 'denied' } },
      'review: A review by <b>Ann</b> is now denied. By Bo',
    ],
    [
      { type: 'photos-added', subject: 'Tote', actor: 'Bo', details: { product: 'taobao/1' } },
      'product: <b>Tote</b> got QC photos. By Bo',
    ],
    [
      { type: 'photos-moderated', subject: 'Ann', actor: 'Bo', details: { new: 'approved' } },
      'review: QC photos by <b>Ann</b> are now approved. By Bo',
    ],
    [
      { type: 'reading-moderated', subject: 'Ann', actor: 'Bo', details: { new: 'approved' } },
      'review: A reading by <b>Ann</b> is now approved. By Bo',
    ],
    [{ type: 'photos-deleted', actor: 'Bo' }, 'review: QC photos were deleted. By Bo'],
    [
      { type: 'role-changed', details: { old: 'user', new: 'admin' } },
      'account: <b>an account</b> changed from user to admin',
    ],
    [{ type: 'started', count: 4 }, 'site: The site started, 4 times'],
    [{ type: 'made-up-later', actor: 'Bo' }, 'site: made up later. By Bo'],
  ])('%j', (overrides, text) => {
    expect(renderText(overrides)).toBe(text)
  })

  test('escapes names', () => {
    expect(renderText({ type: 'agent-deleted', subject: '<img src=x onerror=alert(1)>' })).toContain(
      '&lt;img',
    )
  })
})
