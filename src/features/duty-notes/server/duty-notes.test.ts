import { describe, expect, test } from 'vitest'
import { dutyNotes, securityEvents } from '#db/schema.ts'
import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import type { DutyNote } from '../contract.ts'
import { createDutyNotes } from './duty-notes.ts'

describe('notes on duty and tax', () => {
  const database = useDatabase()
  const app = useApp(database)

  const getNotes = async (): Promise<DutyNote[]> => Object((await app().get('/shipping/dutyNotes')).body).data
  /** Reads the notes without the cache of the application. */
  const listNotes = () => createDutyNotes(database).list()
  const findNote = async (country: string) => (await listNotes()).find((note) => note.country === country)
  const exportFile = () => createDutyNotes(database).export()
  const importFile = (file: unknown) => createDutyNotes(database).import(file)
  const note = { text: 'Ask customs.', asOf: '2026-11', source: 'The customs office' }
  const listEvents = async () => {
    const events = await database.db.select().from(securityEvents)
    return events.map(({ type, actorId, details }) => [type, actorId, details])
  }

  test('the site has built-in notes for common destinations, each with its date and source', async () => {
    const notes = await getNotes()
    const codes = notes.map(({ country }) => country)
    const usualCodes = [
      'DE',
      'FR',
      'ES',
      'IT',
      'PL',
      'NL',
      'SE',
      'IE',
      'GB',
      'US',
      'CA',
      'AU',
      'NZ',
      'JP',
      'KR',
    ]
    expect(codes).toEqual(expect.arrayContaining([...usualCodes, 'SG', 'BR', 'MX', 'AE', 'SA', 'ZA']))
    expect(codes).toEqual(codes.toSorted())
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !countries.some((country) => country.code === code))).toEqual([])
    for (const { text, asOf, source, updatedAt } of notes) {
      expect([text.length > 40, text.length <= 600, updatedAt]).toEqual([true, true, null])
      expect(asOf).toMatch(/^\d{4}(-\d\d)?$/)
      expect([source.length > 3, source.length <= 200]).toEqual([true, true])
    }
  })

  test('notes are the same for all countries of the European Union', async () => {
    const notes = await listNotes()
    const union = notes.filter(({ text }) => text.includes('flat duty of EUR 3'))
    expect([union.length, new Set(union.map(({ text }) => text)).size]).toEqual([27, 1])
    expect(union.map(({ country }) => country)).not.toContain('GB')
  })

  test('an exported file can be imported again without changes', async () => {
    const file = await exportFile()
    expect(await importFile(file)).toEqual([])
    expect(await database.db.select().from(dutyNotes)).toEqual([])
    const changed = [{ ...note, countries: ['BA'] }, ...file.filter(({ countries: [code] }) => code !== 'GB')]
    await importFile(changed)
    const notes = await listNotes()
    const secondExport = await exportFile()
    await importFile([])
    await importFile(secondExport)
    const withoutDates = (list: DutyNote[]) => list.map(({ updatedAt: _, ...texts }) => texts)
    expect(withoutDates(await listNotes())).toEqual(withoutDates(notes))
    expect(await exportFile()).toEqual(secondExport)
  })

  test('an imported note replaces the built-in one, until a file without it restores the built-in one', async () => {
    const [builtIn, file] = [await findNote('DE'), await exportFile()]
    const others = file.map((entry) => ({
      ...entry,
      countries: entry.countries.filter((code) => code !== 'DE'),
    }))
    const remainingEntries = others.filter((entry) => entry.countries.length > 0)
    expect(await importFile([{ ...note, countries: ['DE', 'BA'] }, ...remainingEntries])).toEqual([
      { country: 'DE', note: 'written' },
      { country: 'BA', note: 'written' },
    ])
    const stored = await database.db.select().from(dutyNotes).orderBy(dutyNotes.country)
    expect(stored.map(({ country, text }) => [country, text])).toEqual([
      ['BA', note.text],
      ['DE', note.text],
    ])
    expect(await listNotes()).toContainEqual({
      country: 'DE',
      ...note,
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await importFile(remainingEntries)).toEqual([
      { country: 'BA', note: 'taken back' },
      { country: 'DE', note: 'taken back' },
    ])
    const notes = await listNotes()
    expect(notes.find(({ country }) => country === 'DE')).toEqual(builtIn)
    expect(notes.find(({ country }) => country === 'BA')).toBeUndefined()
    expect(await database.db.select().from(dutyNotes)).toEqual([])
  })

  test('an import records one event for each changed note, and none for the others', async () => {
    for (const _time of [1, 2]) await importFile([{ ...note, countries: ['DE'] }])
    expect(await listEvents()).toEqual([['duty-note-changed', null, { country: 'DE', note: 'written' }]])
  })

  test('an invalid file changes nothing, even when its first entries are valid', async () => {
    await importFile([{ ...note, countries: ['DE'] }])
    const before = await listNotes()
    const valid = { ...note, text: 'New text.', countries: ['DE', 'FR'] }
    for (const invalidEntry of [
      { ...note, countries: ['ZZ'] },
      { ...note, text: '', countries: ['IT'] },
      'IT',
      null,
    ])
      await expect(importFile([valid, invalidEntry])).rejects.toThrow(/^notes\[1\]/)
    expect(await listNotes()).toEqual(before)
    expect(await listEvents()).toHaveLength(1)
  })

  test('concurrent imports leave the notes of exactly one file', async () => {
    const codes = ['AT', 'BA', 'BE', 'DE', 'ES', 'FR']
    const files = codes.map((code) => [{ ...note, text: `By ${code}.`, countries: codes }])
    await Promise.all(files.map(importFile))
    const stored = await database.db.select().from(dutyNotes)
    expect([stored.length, new Set(stored.map(({ text }) => text)).size]).toEqual([6, 1])
  })
})
