import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { rateCards, securityEvents } from '#db/schema.ts'
import { createNamedCard, header, line, tier } from '#test/fixtures/rate-card-fixture.ts'
import { useTool } from '#test/operator-tool.ts'
import { readRateFiles } from './rate-commands.ts'
import { verifyData } from './verify.ts'

const defaultCard = fileURLToPath(new URL('../features/freight/built-in/default-card.json', import.meta.url))
type ToolOutput = { code: number; out: string[]; err: string[] }

describe('rate cards by command', { timeout: 60_000 }, () => {
  const tool = useTool('server')

  async function run(...args: string[]): Promise<ToolOutput> {
    const { code, out, err } = await tool.run(...args)
    const splitLines = (text: string) => text.trimEnd().split('\n')
    return { code, out: splitLines(out), err: splitLines(err) }
  }
  function aFile(name: string, content: unknown): string {
    const path = join(tool.folder(), name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const stored = () =>
    tool.withDatabase(async (db) => {
      expect(await verifyData(db)).toEqual([])
      const cards = await db.select().from(rateCards).orderBy(rateCards.createdAt)
      const events = await db
        .select()
        .from(securityEvents)
        .orderBy(securityEvents.createdAt, securityEvents.id)
      const ours = events.filter(({ type }) => type.startsWith('rate-card'))
      return { cards, events: ours.map(({ type, actorId, details }) => ({ type, actorId, details })) }
    })
  const noError = ['']

  test('rates:import prints checks and changes, then the result', async () => {
    const card = JSON.parse(readFileSync(defaultCard, 'utf8'))
    card.id = 'winter-2026'
    card.lines[0].fees = { fuelPercent: 5 }
    const { code, out, err } = await run('rates:import', aFile('card.json', card))
    expect([code, err]).toEqual([0, noError])
    expect(out[0]).toBe('210 of 210 checks passed.')
    expect(out[1]).toMatch(/^Against default-2026-11: \d+ rows changed, 0 new, 0 gone, \d+ unchanged\.$/)
    expect(out[2]).toBe('  EMS (China Post): fuel surcharge 0.0% -> 5.0% (+5 points)')
    expect(out.slice(3, 6)).toEqual([
      expect.stringMatching(
        /^Sneakers with box to \w\w \(1,240 g, 34 x 22 x 12 cm\): [\d.]+ by .+ -> [\d.]+ by .+$/,
      ),
      expect.stringMatching(/^Haul to \w\w \(4,760 g\): [\d.]+ by .+ -> /),
      expect.stringMatching(/^T-shirt to \w\w \(250 g\): [\d.]+ by .+ -> /),
    ])
    expect(out.at(-1)).toBe('winter-2026 is stored and not active.')
    const { cards, events } = await stored()
    expect(cards).toMatchObject([
      { id: 'winter-2026', isActive: false, createdBy: null, exchangeRates: null },
    ])
    expect(events).toEqual([
      { type: 'rate-card-imported', actorId: null, details: { card: 'winter-2026', lines: '20' } },
    ])
  })

  test('rates:import activates a card with exchange rates; CSV tiers then extend it', async () => {
    const files = [aFile('card.json', createNamedCard()), aFile('fx.json', { EUR: '1', CNY: '8' })] as const
    const first = await run('rates:import', files[0], '--activate', '--fx', files[1])
    expect([first.code, first.out.at(-1), first.err]).toEqual([0, 'winter is stored and active.', noError])
    const csv = aFile('tiers.CSV', `\uFEFF${header}\r\nems,EMS,FR,30000,step,500,110,500,20\r\n`)
    const { code, out, err } = await run('rates:import', csv, '--activate')
    expect([code, err]).toEqual([0, noError])
    expect(out.slice(0, 3)).toEqual([
      '0 of 0 checks passed.',
      'Against winter: 1 rows changed, 0 new, 0 gone, 1 unchanged.',
      '  EMS FR: first 500 g 100.00 -> 110.00 (+10%)',
    ])
    expect(out.at(-1)).toBe('winter-2 is stored and active.')
    const { cards } = await stored()
    expect(cards.map(({ id, isActive, exchangeRates }) => [id, isActive, exchangeRates?.rates.CNY])).toEqual([
      ['winter', false, '8'],
      ['winter-2', true, '8'],
    ])
    const list = await run('rates:list')
    expect(list.out.map((text) => text.split(/ {2,}/).slice(0, 2))).toEqual([
      ['active', 'winter-2'],
      ['former', 'winter'],
      ['embedded', 'default-2026-11'],
    ])
    expect(list.out.at(-1)).toMatch(/Built-in rate card, 20 lines, 239 rows$/)
  })

  test('rates:import rejects invalid rates with line and field, and changes nothing', async () => {
    const transit = { min: 9, max: 5 }
    const broken = aFile(
      'broken.json',
      createNamedCard({
        lines: [
          { ...line, transit },
          { ...line, transit },
        ],
      }),
    )
    expect(await run('rates:import', broken, '--activate')).toEqual({
      code: 1,
      out: noError,
      err: [
        'lines[0] (ems), transit.min: Minimum 9 is greater than maximum 5.',
        'lines[1] (ems), id: lines[0] has the id "ems" already.',
        'lines[1] (ems), transit.min: Minimum 9 is greater than maximum 5.',
      ],
    })
    const csv = aFile('broken.csv', `${header}\nxyz,X,DE,500,step,500,1,,\nems,EMS,UK,500,step,500,1,,`)
    expect((await run('rates:import', csv)).err).toEqual([
      'Line 2, column line_id: The active card has no line "xyz".',
      `Line 3, column countries: "UK" isn't a country in /country.json.`,
    ])
    expect(await stored()).toEqual({ cards: [], events: [] })
  })

  test('rates:import prints failed checks, and activates no card with one', async () => {
    const rates = [{ countries: ['DE'], tiers: [tier], check: { weight: 600, freight: 125 } }]
    const file = aFile('card.json', createNamedCard({ lines: [{ ...line, rates }] }))
    const { code, out, err } = await run('rates:import', file, '--activate')
    expect([code, out.slice(0, 2)]).toEqual([
      1,
      ['0 of 1 checks passed.', '  ems to DE, 600 g: 125 expected, 120 found'],
    ])
    expect(err).toEqual(['ems to DE, 600 g: 125 expected, 120 found.'])
    expect((await stored()).cards).toEqual([])
    expect((await run('rates:import', file)).out.at(-1)).toBe('winter is stored and not active.')
  })

  test('rates:import prints its usage', async () => {
    expect(await run('rates:import')).toEqual({ code: 1, out: noError, err: ['Specify exactly one file.'] })
    expect((await run('rates:import', '--help')).out[0]).toBe('rates:import FILE [--activate] [--fx FILE]')
  })
})

describe('files of rates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rates-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const aFile = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  test('are read by their extension', async () => {
    const [card, fx] = [aFile('card.JSON', '\uFEFF{"lines":[]}'), aFile('fx.json', '{"EUR":"1"}')]
    expect(await readRateFiles(card, fx)).toEqual({ card: { lines: [] }, fx: { EUR: '1' } })
    expect(await readRateFiles(aFile('tiers.csv', header), undefined)).toEqual({ csv: header })
  })

  test.each<[string, string, string, string]>([
    ['that are of another kind', 'card.xlsx', '{}', 'card.xlsx must be a .json or .csv file.'],
    [
      'that are no JSON',
      'card.json',
      '{\n"lines": [1,]}',
      `card.json is not valid JSON: Unexpected token ']'`,
    ],
    ['that are cut', 'card.json', '{"lines":', 'card.json is not valid JSON: Unexpected end of JSON input'],
    ['that are too large', 'card.csv', ' '.repeat(1024 ** 2 + 1), 'card.csv is larger than 1 MB.'],
  ])('%s are refused', async (_what, name, content, sentence) => {
    await expect(readRateFiles(aFile(name, content), undefined)).rejects.toThrow(sentence)
  })

  test('that do not exist are rejected', async () => {
    await expect(readRateFiles(join(folder, 'nothing.json'), undefined)).rejects.toThrow('ENOENT')
  })
})
