import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import { builtInCard } from '#features/freight/built-in-card.ts'
import { maxImportBytes } from '#features/rate-cards/spec.ts'

const codes = countries.map(({ code }) => code)

function createTiers(count: number, fee = 1) {
  const tier = { mode: 'step', weightFirst: 100, feeFirst: fee, weightContinue: 100, feeContinue: fee }
  return Array.from({ length: count }, (_, at) => ({
    upTo: at + 1 === count ? null : (at + 1) * 500,
    ...tier,
  }))
}

/** A shipping line with this number of rows, one country each, and this number of tiers in each row. */
function createLine(id: string, rows: number, tiers: number, fee?: number) {
  const rates = codes.slice(0, rows).map((code) => ({ countries: [code], tiers: createTiers(tiers, fee) }))
  return { id, name: id, transit: { min: 3, max: 9 }, rates }
}

const createCard = (lines: unknown[]) => ({ schema: 'rate-card/1', currency: 'CNY', lines })
const lines = (count: number, make: (id: string) => unknown) =>
  Array.from({ length: count }, (_, at) => make(`line-${at}`))

const createCardOfRows = (fee: number) => ({
  ...createCard(lines(60, (id) => createLine(id, 50, 3, fee))),
  id: 'large',
})
/** Cards with the most rows, tiers and countries that a card may have in 1 MB. */
export const largeCards = {
  rows: createCardOfRows(1),
  tiers: createCard(lines(2, (id) => createLine(id, 26, 195))),
  countries: createCard(
    lines(200, (id) => ({ ...createLine(id, 0, 0), rates: [{ countries: codes, tiers: createTiers(1) }] })),
  ),
}
/** The same rows at another price. */
export const higherPricedCard = createCardOfRows(2)

/** The built-in card's first line with one row for each country. */
export const largeLine = { ...createLine(builtInCard.lines[0]?.id ?? '', codes.length, 10), name: 'EMS' }

const header = 'line_id,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue'
const createRow = (id: string, country: string, upTo = '') => `${id},${country},${upTo},step,100,1,100,1`
const ids = builtInCard.lines.map(({ id }) => id)

/** Repeats a text until its JSON fills the limit of an import. */
function repeatToFill(part: string): string {
  return part.repeat(Math.floor((maxImportBytes - 1024) / (JSON.stringify(part).length - 2)))
}

/** CSV files of tiers: the largest valid ones, and those that are most work to parse. */
export const files = {
  'good rows': [header, ...ids.flatMap((id) => codes.map((code) => createRow(id, code)))].join('\n'),
  'good tiers': [
    header,
    ...ids.flatMap((id) =>
      codes
        .slice(0, 9)
        .flatMap((code) => Array.from({ length: 99 }, (_, at) => createRow(id, code, String(at + 200)))),
    ),
  ].join('\n'),
  'wrong lines': [header, ...Array.from({ length: 19_999 }, (_, at) => createRow(`x${at}`, `DE|${at}`))].join(
    '\n',
  ),
  'many countries': [
    header,
    ...Array.from({ length: 1200 }, (_, at) => createRow(`x${at}`, codes.join('|'))),
  ].join('\n'),
  'short lines': `${header}\n${repeatToFill('a,b\n')}`,
  commas: `${header}\n${repeatToFill(',')}`,
  'empty lines': `${header}\n${repeatToFill('\n')}`,
  quotes: `${header}\n${repeatToFill('"a",')}`,
  'doubled quotes': `${header}\n"${repeatToFill('""')}"`,
  'lines in quotes': `${header}\n"${repeatToFill('\n')}"`,
  'wrong header': `${repeatToFill('a,')}\na`,
}
