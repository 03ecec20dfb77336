import { describe, expect, test } from 'vitest'
import { dutyNotes, securityEvents } from '#db/schema.ts'
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { apiBase } from '#shared/paths.ts'
import { tokens, useApp, useTokens } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import type { DutyNote } from '../contract.ts'

const address = '/shipping/dutyNotes'
const admin = { authorization: tokens.admin }

describe.each(modes)('notes of duty and tax on %s', (mode) => {
  const database = useDatabase(mode)
  useTokens(database)
  const app = useApp(database)

  const all = async (): Promise<DutyNote[]> => Object((await app().get(address)).body).data
  const findNote = async (country: string) => (await all()).find((note) => note.country === country)
  const set = (country: string, body: unknown, headers: Record<string, string> = admin) =>
    app().send(`${apiBase}${address}?country=${country}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('come with the site for the countries that people send to, each with its date and source', async () => {
    const notes = await all()
    const codes = notes.map(({ country }) => country)
    const asked = ['DE', 'FR', 'ES', 'IT', 'PL', 'NL', 'SE', 'IE', 'GB', 'US', 'CA', 'AU', 'NZ', 'JP', 'KR']
    expect(codes).toEqual(expect.arrayContaining([...asked, 'SG', 'BR', 'MX', 'AE', 'SA', 'ZA']))
    expect(codes).toEqual(codes.toSorted())
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !countries.some((country) => country.code === code))).toEqual([])
    for (const { text, asOf, source, updatedAt } of notes) {
      expect([text.length > 40, text.length <= 600, updatedAt]).toEqual([true, true, null])
      expect(asOf).toMatch(/^\d{4}(-\d\d)?$/)
      expect([source.length > 3, source.length <= 200]).toEqual([true, true])
    }
  })

  test('are the same in all of the European Union', async () => {
    const notes = await all()
    const union = notes.filter(({ text }) => text.includes('flat duty of EUR 3'))
    expect([union.length, new Set(union.map(({ text }) => text)).size]).toEqual([27, 1])
    expect(union.map(({ country }) => country)).not.toContain('GB')
  })

  test('an admin writes one in place of it, and takes it back', async () => {
    const before = await findNote('DE')
    const words = { text: 'Ask customs.', asOf: '2026-11', source: 'The customs office' }
    const written = await set('DE', words)
    expect([written.status, written.body?.message]).toEqual([200, 'The note is saved.'])
    expect(await findNote('DE')).toEqual({ country: 'DE', ...words, updatedAt: expect.stringMatching(/Z$/) })
    expect(Object(written.body).data).toEqual(await all())
    expect((await findNote('FR'))?.text).toBe(before?.text)
    expect((await set('DE', { text: '' })).status).toBe(200)
    expect(await findNote('DE')).toEqual(before)
    expect(await database.db.select().from(dutyNotes)).toEqual([])
  })

  test('a country without a note gets one, with today’s date where none is said', async () => {
    expect(await findNote('CH')).toBeUndefined()
    await set('CH', { text: 'VAT from 5 CHF on.' })
    const today = new Date().toISOString().slice(0, 10)
    expect(await findNote('CH')).toMatchObject({ asOf: today, source: 'Our own note' })
    await set('CH', { text: '' })
    expect(await findNote('CH')).toBeUndefined()
  })

  test('what changes nothing leaves no trace', async () => {
    await set('DE', { text: '' })
    const words = { text: 'Ask customs.', asOf: '2026-11', source: 'The customs office' }
    for (const _time of [1, 2]) await set('DE', words)
    const events = await database.db.select().from(securityEvents)
    expect(events.map(({ type, details }) => [type, details])).toEqual([
      ['duty-note-changed', { country: 'DE', note: 'written' }],
    ])
  })

  const noteSentence = 'A note is one line of at most 600 characters.'
  test.each([
    ['a country of none', 'ZZ', { text: 'x' }, 'Unknown destination'],
    ['no code', 'Germany', { text: 'x' }, 'A country is two capital letters.'],
    ['no text', 'DE', {}, noteSentence],
    ['a text that is a list', 'DE', { text: ['x'] }, noteSentence],
    ['a text in which nobody sees anything', 'DE', { text: '\u200b' }, noteSentence],
    ['a long text', 'DE', { text: 'x'.repeat(601) }, 'text may have 600 characters at most.'],
    ['a long date', 'DE', { text: 'x', asOf: '2'.repeat(41) }, expect.any(String)],
    ['a long source', 'DE', { text: 'x', source: 's'.repeat(201) }, expect.any(String)],
  ])('%s is refused', async (_what, country, body, message) => {
    const reply = await set(country, body)
    expect([reply.status, reply.body?.message]).toEqual([400, message])
    expect(await database.db.select().from(dutyNotes)).toEqual([])
  })

  test('nobody else writes them', async () => {
    expect((await set('DE', { text: 'x' }, {})).status).toBe(401)
    expect((await set('DE', { text: 'x' }, { authorization: tokens.user })).status).toBe(403)
    expect(await database.db.select().from(dutyNotes)).toEqual([])
  })
})
