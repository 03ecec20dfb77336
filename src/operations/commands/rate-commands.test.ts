import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { rateCards, securityEvents } from '#db/schema.ts'
import { createNamedCard, line, tier } from '#test/fixtures/rate-card-fixture.ts'
import { useTool } from '#test/operator-tool.ts'
import { verifyData } from '../verify.ts'
import { readRateFiles } from './rate-commands.ts'

const defaultCard = fileURLToPath(
  new URL('../../features/freight/built-in/default-card.json', import.meta.url),
)
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

  test('rates:import prints the checks and the changes, then the result', async () => {
    const card = JSON.parse(readFileSync(defaultCard, 'utf8'))
    card.id = 'winter-2026'
    card.lines[0].fees = { fuelPercent: 5 }
    const { code, out, err } = await run('rates:import', aFile('card.json', card))
    expect([code, err]).toEqual([0, noError])
    expect(out[0]).toBe('264 of 264 checks passed.')
    expect(out[1]).toMatch(/^Against default-2026-11b: \d+ rows changed, 0 new, 0 gone, \d+ unchanged\.$/)
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
      { type: 'rate-card-imported', actorId: null, details: { card: 'winter-2026', lines: '25' } },
    ])
  })

  test('rates:import activates a card with its exchange rates; rates:list lists all versions', async () => {
    const files = [aFile('card.json', createNamedCard()), aFile('fx.json', { EUR: '1', CNY: '8' })] as const
    const first = await run('rates:import', files[0], '--activate', '--fx', files[1])
    expect([first.code, first.out.at(-1), first.err]).toEqual([0, 'winter is stored and active.', noError])
    const dearer = { ...line, rates: [{ countries: ['DE', 'FR'], tiers: [{ ...tier, feeFirst: 110 }] }] }
    const card = aFile('dearer.json', `\uFEFF${JSON.stringify(createNamedCard({ lines: [dearer] }))}`)
    const { code, out, err } = await run('rates:import', card, '--activate', '--fx', files[1])
    expect([code, err]).toEqual([0, noError])
    expect(out.slice(0, 3)).toEqual([
      '0 of 0 checks passed.',
      'Against winter: 1 rows changed, 0 new, 0 gone, 0 unchanged.',
      '  EMS: first 500 g 100.00 -> 110.00 (+10%)',
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
      ['embedded', 'default-2026-11b'],
    ])
    expect(list.out.at(-1)).toMatch(/Built-in rate card, 25 lines, 268 rows$/)
  })

  test('rates:import stores the same card and exchange rates that rates:export wrote', async () => {
    const fx = aFile('fx.json', { EUR: '1', CNY: '8' })
    await run('rates:import', aFile('card.json', createNamedCard()), '--activate', '--fx', fx)
    const [cardFile, fxFile] = [join(tool.folder(), 'out.json'), join(tool.folder(), 'out-fx.json')]
    expect(await run('rates:export', cardFile, '--fx', fxFile)).toEqual({
      code: 0,
      out: [`${cardFile} holds winter.`, `${fxFile} holds its exchange rates.`],
      err: noError,
    })
    expect(JSON.parse(readFileSync(cardFile, 'utf8'))).toEqual(createNamedCard())
    const again = await run('rates:import', cardFile, '--fx', fxFile)
    expect(again.out).toContain('Against winter: 0 rows changed, 0 new, 0 gone, 1 unchanged.')
    const [first, second] = (await stored()).cards
    expect(second?.card).toEqual({ ...first?.card, id: 'winter-2' })
    expect(second?.exchangeRates).toEqual(first?.exchangeRates)
  })

  test('rates:export writes the version that --card names, and overwrites no file', async () => {
    const file = join(tool.folder(), 'built-in.json')
    const args = ['rates:export', file, '--card', 'default-2026-11b']
    expect((await run(...args)).out).toEqual([`${file} holds default-2026-11b.`])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(readFileSync(defaultCard, 'utf8')))
    expect((await run(...args)).err).toEqual([`${file} exists already. Choose another name.`])
    const unknown = await run('rates:export', join(tool.folder(), 'none.json'), '--card', 'nothing')
    expect([unknown.code, unknown.err]).toEqual([1, ['Rate card not found']])
    const withoutRates = await run('rates:export', join(tool.folder(), 'none.json'), '--fx', file)
    expect(withoutRates.err).toEqual(['default-2026-11b has no exchange rates of its own.'])
  })

  test('rates:import names each fault of an invalid card, and changes nothing', async () => {
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
    expect(await stored()).toEqual({ cards: [], events: [] })
  })

  test('rates:import prints failed checks, and activates no card that has any', async () => {
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

describe('the files of rates:import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rates-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const aFile = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  test('are a card and, when there is one, a file of exchange rates', async () => {
    const [card, fx] = [aFile('card.JSON', '\uFEFF{"lines":[]}'), aFile('fx.json', '{"EUR":"1"}')]
    expect(await readRateFiles(card, fx)).toEqual({ card: { lines: [] }, fx: { EUR: '1' } })
    expect(await readRateFiles(card, undefined)).toEqual({ card: { lines: [] } })
  })

  test.each<[string, string, string, string]>([
    ['not JSON', 'card.json', '{\n"lines": [1,]}', `card.json isn't valid JSON: Unexpected token ']'`],
    ['CSV', 'tiers.csv', 'line_id,countries\nems,DE', `tiers.csv isn't valid JSON: Unexpected token 'l'`],
    ['incomplete', 'card.json', '{"lines":', "card.json isn't valid JSON: Unexpected end of JSON input"],
    ['too large', 'card.json', ' '.repeat(1024 ** 2 + 1), 'card.json has more than 1 MB.'],
  ])('are refused when one is %s', async (_what, name, content, sentence) => {
    await expect(readRateFiles(aFile(name, content), undefined)).rejects.toThrow(sentence)
  })

  test('are refused when one does not exist', async () => {
    await expect(readRateFiles(join(folder, 'nothing.json'), undefined)).rejects.toThrow('ENOENT')
  })
})
