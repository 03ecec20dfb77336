import { describe, expect, test } from 'vitest'
import type { RateCard } from '#features/freight/rate-card.ts'
import { applyTiers } from './apply-tiers.ts'
import { parseCsvRecords } from './csv-records.ts'
import { parseCsvTiers } from './csv-tiers.ts'

const header = 'line_id,line_name,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue'
const buildFile = (...lines: string[]) => [header, ...lines].join('\n')

describe('comma-separated values', () => {
  test.each<[string, unknown]>([
    ['', []],
    [
      'a,b\n1,2',
      [
        { at: 1, cells: ['a', 'b'] },
        { at: 2, cells: ['1', '2'] },
      ],
    ],
    [
      '\uFEFFa,b\r\n\r\n1,\r\n',
      [
        { at: 1, cells: ['a', 'b'] },
        { at: 3, cells: ['1', ''] },
      ],
    ],
    [
      'a\rb\r',
      [
        { at: 1, cells: ['a'] },
        { at: 2, cells: ['b'] },
      ],
    ],
    [
      '"a, ""b""\nc",d\ne',
      [
        { at: 1, cells: ['a, "b"\nc', 'd'] },
        { at: 3, cells: ['e'] },
      ],
    ],
    [' a , b ,\n,,\n', [{ at: 1, cells: ['a', 'b', ''] }]],
    ['""', []],
    ['a\n"b', { brokenAt: 2 }],
    ['a\n"b"c', { brokenAt: 2 }],
    ['a\nb"c"', { brokenAt: 2 }],
  ])('%j', async (text, records) => {
    expect(await parseCsvRecords(text)).toEqual(records)
  })

  test('two million quotes are read at once', async () => {
    expect(await parseCsvRecords(`"${'"'.repeat(2_000_000)}"`)).toEqual([
      { at: 1, cells: ['"'.repeat(1_000_000)] },
    ])
    expect(await parseCsvRecords('"'.repeat(2_000_001))).toEqual({ brokenAt: 1 })
  })
})

describe('tiers in a file', () => {
  test.each([';', '\t'])('separated by %j are read, with decimal commas', async (separator) => {
    const lines = [
      header,
      'ems,EMS,US | ca,30000,step,500,186~5,500,57~9',
      'ems,"EMS; fast",DE,,prorata,0,25.5,,',
    ]
    const file = lines.map((line) => line.replaceAll(',', separator).replaceAll('~', ',')).join('\r\n')
    expect(await parseCsvTiers(file)).toMatchObject([
      { at: 2, countries: ['US', 'CA'], tier: { feeFirst: 186.5, feeContinue: 57.9 } },
      { at: 3, lineId: 'ems', tier: { feeFirst: 25.5 } },
    ])
  })

  test('are read with the lines on which they stand', async () => {
    const text = buildFile(
      'ems,EMS,US | ca,30000,step,500,186,500,57.9',
      '',
      'ems,"EMS, fast",DE,,PRORATA,0,25.5,,',
    )
    expect(await parseCsvTiers(text)).toEqual([
      {
        at: 2,
        lineId: 'ems',
        countries: ['US', 'CA'],
        tier: {
          upTo: 30_000,
          mode: 'step',
          weightFirst: 500,
          feeFirst: 186,
          weightContinue: 500,
          feeContinue: 57.9,
        },
      },
      {
        at: 4,
        lineId: 'ems',
        countries: ['DE'],
        tier: { upTo: null, mode: 'prorata', weightFirst: 0, feeFirst: 25.5 },
      },
    ])
  })

  test('may come in another order of columns, without the name', async () => {
    const text =
      'fee_first,countries,line_id,mode,up_to,weight_first,weight_continue,fee_continue\n1,DE,ems,step,500,500,,'
    expect(await parseCsvTiers(text)).toMatchObject([{ lineId: 'ems', tier: { feeFirst: 1, upTo: 500 } }])
  })

  test.each<[string, string]>([
    ['', 'Line 1: There are no tiers in this file.'],
    [header, 'Line 1: There are no tiers in this file.'],
    [
      'line_id|line_name\nx',
      'Line 1: Unknown column "line_id|line_name". Columns: line_id,line_name,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue. There are 8 more errors.',
    ],
    [`${header.replace('mode,', '')}\nx`, 'Line 1: The column mode is missing.'],
    [`${header.replace('line_name', 'mode')}\nx`, 'Line 1: Column mode appears twice.'],
    [
      `${header},x\nx`,
      'Line 1: 10 columns are too many; they are line_id,line_name,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue.',
    ],
    [buildFile('ems,EMS,DE,500,step,500,98'), 'Line 2: There are 7 fields; the header has 9.'],
    [
      buildFile('', 'ems,EMS,DE,1e3,step,500,98,,'),
      'Line 3, column up_to: "1e3" is not a whole number of grams.',
    ],
    [
      buildFile('ems,EMS,DE,500,step,500,"98,5",,'),
      'Line 2, column fee_first: "98,5" is not an amount like 57.9.',
    ],
    [buildFile('ems,EMS,DE,500,step,500,-1,,'), 'Line 2, column fee_first: "-1" is not an amount like 57.9.'],
    [buildFile('ems,EMS,DE,500,step,500,,,'), 'Line 2, column fee_first: This is missing.'],
    [buildFile('ems,EMS,DE,900,step,500,1,0,1'), 'Line 2, column weight_continue: 0 is less than 1.'],
    [
      buildFile('ems,EMS,DE,900,ladder,500,1,1,1'),
      'Line 2, column mode: A ladder has segments, which only a card as JSON can hold.',
    ],
    [buildFile('ems,EMS,DE,900,steps,500,1,1,1'), 'Line 2, column mode: "steps" is not step or prorata.'],
    [buildFile(',EMS,DE,900,step,500,1,1,1'), 'Line 2, column line_id: This is missing.'],
    [buildFile('ems,EMS,|,900,step,500,1,1,1'), 'Line 2, column countries: This is missing.'],
    [buildFile('ems,EMS,"DE,900,step,500,1,1,1'), 'Line 2: Unclosed or misplaced quote.'],
  ])('are refused: %j', async (text, sentence) => {
    await expect(parseCsvTiers(text)).rejects.toThrow(
      expect.objectContaining({ status: 400, message: sentence }),
    )
  })

  test('a file of a million columns and one of too many tiers are refused at once', async () => {
    await expect(parseCsvTiers('x,'.repeat(1_000_000))).rejects.toThrow('There are no tiers in this file.')
    await expect(parseCsvTiers(`${'x,'.repeat(900_000)}\nx`)).rejects.toThrow('900001 columns are too many')
    await expect(parseCsvTiers(buildFile(...Array(20_001).fill('e,,DE,1,step,1,1,,')))).rejects.toThrow(
      'More than 20000 tiers.',
    )
  })
})

describe('tiers that are put into a card', () => {
  const tier = {
    upTo: 30_000,
    mode: 'step',
    weightFirst: 500,
    feeFirst: 100,
    weightContinue: 500,
    feeContinue: 20,
  } as const
  const card: RateCard = {
    schema: 'rate-card/1',
    id: 'now',
    currency: 'CNY',
    lines: [
      {
        id: 'ems',
        name: 'EMS',
        rates: [
          {
            countries: ['US'],
            tiers: [tier],
            confidence: 'sourced',
            src: 'S1',
            note: 'a quote',
            check: { weight: 500, freight: 100 },
          },
          {
            countries: ['DE', 'FR', 'IT'],
            tiers: [tier],
            confidence: 'derived',
            transit: { min: 5, max: 9 },
          },
          { countries: ['JP'], tiers: [tier], src: 'S2' },
        ],
      },
      { id: 'eub', name: 'EUB', rates: [{ countries: ['US', 'DE'], tiers: [tier] }] },
    ],
  }
  const put = async (...lines: string[]) => applyTiers(card, await parseCsvTiers(buildFile(...lines)))
  const changed = { ...tier, feeFirst: 110 }

  test('take the place of those of their countries, and with them go the sources of the old figures', async () => {
    const { lines } = await put('ems,EMS,US,30000,step,500,110,500,20')
    expect(lines).toEqual([
      {
        ...card.lines[0],
        rates: [{ countries: ['US'], tiers: [changed] }, ...(card.lines[0]?.rates.slice(1) ?? [])],
      },
      card.lines[1],
    ])
  })

  test('change nothing where they are the same', async () => {
    expect(await put('ems,EMS,US,30000,step,500,100,500,20', 'ems,EMS,JP,30000,step,500,100,500,20')).toEqual(
      card,
    )
  })

  test('take countries out of other rows, which keep their rules', async () => {
    const changedCard = await put(
      'ems,EMS,FR|JP|CA,2000,step,500,110,500,20',
      'ems,EMS,JP|CA|FR,,prorata,0,5,1000,60',
    )
    const [ems] = changedCard.lines
    const tiers = [
      { ...changed, upTo: 2000 },
      { upTo: null, mode: 'prorata', weightFirst: 0, feeFirst: 5, weightContinue: 1000, feeContinue: 60 },
    ]
    expect(ems?.rates).toEqual([
      card.lines[0]?.rates[0],
      { ...card.lines[0]?.rates[1], countries: ['DE', 'IT'] },
      { countries: ['FR'], tiers, transit: { min: 5, max: 9 } },
      { countries: ['JP'], tiers },
      { countries: ['CA'], tiers },
    ])
  })

  test.each<[string[], string[]]>([
    [['xyz,X,US,500,step,500,1,,'], ['Line 2, column line_id: The active card has no line "xyz".']],
    [
      ['ems,EMS,US|UK,500,step,500,1,,'],
      [`Line 2, column countries: "UK" isn't a country in /country.json.`],
    ],
    [['ems,EMS,US|DE|US,500,step,500,1,,'], ['Line 2, column countries: US is listed twice.']],
    [
      ['ems,EMS,US|DE,500,step,500,1,,', 'ems US,EMS,DE,900,step,900,1,,'],
      ['Line 3, column line_id: The active card has no line "ems US".'],
    ],
    [
      ['ems,EMS,DE|US,500,step,500,1,,', 'ems,EMS,DE US,900,step,900,1,,'],
      [`Line 3, column countries: "DE US" isn't a country in /country.json.`],
    ],
    [
      ['ems,EMS,US|DE,500,step,500,1,,', 'ems,EMS,DE,500,step,500,1,,'],
      ['Line 3, column countries: DE has other tiers from line 2 on.'],
    ],
    [
      ['eub,EUB,US,900,step,900,1,,', 'ems,EMS,US,500,step,500,1,,', 'eub,EUB,US,800,step,800,1,,'],
      ['Line 4, column up_to: 800 must be greater than 900.'],
    ],
    [
      ['ems,EMS,US,,step,500,1,,', 'ems,EMS,US,900,step,500,1,500,1'],
      [
        'Line 2, column up_to: Only the last tier may have no upper limit.',
        'Line 2, column weight_continue: This is missing; the tier goes on above its first weight of 500 g.',
        'Line 2, column fee_continue: This is missing; the tier goes on above its first weight of 500 g.',
      ],
    ],
  ])('are refused: %j', async (lines, sentences) => {
    const errors = sentences.map((message) => expect.objectContaining({ message }))
    await expect(put(...lines)).rejects.toThrow(expect.objectContaining({ status: 400, errors }))
  })
})
