import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dutyNotes, securityEvents } from '#db/schema.ts'
import { useTool } from '#test/operator-tool.ts'

describe('duty notes by command', { timeout: 60_000 }, () => {
  const { run, folder, withDatabase } = useTool('server')

  test('duty:import stores what duty:export wrote and the operator changed', async () => {
    const file = join(folder(), 'duty.json')
    expect(await run('duty:export', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/duty\.json holds the duty notes of \d+ countries\.\n$/),
      err: '',
    })
    const notes = JSON.parse(readFileSync(file, 'utf8'))
    expect((await run('duty:import', file)).out).toBe('Nothing changed.\n')
    const iceland = { countries: ['IS'], text: 'VAT is 25 %.', asOf: '2026-11', source: 'Customs office' }
    writeFileSync(file, JSON.stringify([...notes, iceland]))
    expect((await run('duty:import', file)).out).toBe(
      'IS: new note\n1 note changed. Shoppers see it within five minutes.\n',
    )
    await withDatabase(async (db) => {
      expect(await db.select().from(dutyNotes)).toMatchObject([{ country: 'IS', text: 'VAT is 25 %.' }])
      const events = await db.select().from(securityEvents)
      expect(events.filter(({ type }) => type === 'duty-note-changed')).toMatchObject([
        { actorId: null, details: { country: 'IS', note: 'written' } },
      ])
    })
  })

  test('duty:import refuses an invalid file in one sentence, and changes nothing', async () => {
    const file = join(folder(), 'duty.json')
    writeFileSync(file, JSON.stringify([{ countries: ['DE'], text: 'Ask customs.', asOf: '2026' }]))
    expect(await run('duty:import', file)).toEqual({
      code: 1,
      out: '',
      err: 'notes[0].source (DE): This is missing.\n',
    })
    expect((await run('duty:export', file)).err).toBe(`${file} exists already. Choose another name.\n`)
    await withDatabase(async (db) => expect(await db.select().from(dutyNotes)).toEqual([]))
  })
})
