import countries from '#features/shipping/countries.json' with { type: 'json' }
import { embeddedCard } from '#features/shipping/server/embedded-card.ts'
import { largestImport } from '#features/shipping/spec.ts'

const codes = countries.map(({ code }) => code)

function tiersOf(count: number) {
  const tier = { mode: 'step', weightFirst: 100, feeFirst: 1, weightContinue: 100, feeContinue: 1 }
  return Array.from({ length: count }, (_, at) => ({
    upTo: at + 1 === count ? null : (at + 1) * 500,
    ...tier,
  }))
}

/** A line of so many rows, each to a country of its own, with so many tiers each. */
function aLine(id: string, rows: number, tiers: number) {
  const rates = codes.slice(0, rows).map((code) => ({ countries: [code], tiers: tiersOf(tiers) }))
  return { id, name: id, transit: { min: 3, max: 9 }, rates }
}

const cardOf = (lines: unknown[]) => ({ schema: 'rate-card/1', currency: 'CNY', lines })
const lines = (count: number, make: (id: string) => unknown) =>
  Array.from({ length: count }, (_, at) => make(`line-${at}`))

/** As many rows, or as many tiers, as 2 MB hold. */
export const largeCards = {
  rows: { ...cardOf(lines(100, (id) => aLine(id, 50, 3))), id: 'large' },
  tiers: cardOf(lines(3, (id) => aLine(id, 33, 195))),
  countries: cardOf(
    lines(200, (id) => ({ ...aLine(id, 0, 0), rates: [{ countries: codes, tiers: tiersOf(1) }] })),
  ),
}

/** Of the embedded card's first line, with as many rows as there are countries. */
export const largeLine = { ...aLine(embeddedCard.lines[0]?.id ?? '', codes.length, 80), name: 'EMS' }

const header = 'line_id,countries,up_to,mode,weight_first,fee_first,weight_continue,fee_continue'
const rowOf = (id: string, country: string, upTo = '') => `${id},${country},${upTo},step,100,1,100,1`
const ids = embeddedCard.lines.map(({ id }) => id)
const most = largestImport - 1024

/** Files of tiers: the largest good one, and what a reader has most to do with. */
export const files = {
  'good rows': [header, ...ids.flatMap((id) => codes.map((code) => rowOf(id, code)))].join('\n'),
  'good tiers': [
    header,
    ...ids.flatMap((id) =>
      codes
        .slice(0, 10)
        .flatMap((code) => Array.from({ length: 99 }, (_, at) => rowOf(id, code, String(at + 200)))),
    ),
  ].join('\n'),
  'wrong lines': [header, ...Array.from({ length: 19_999 }, (_, at) => rowOf(`x${at}`, `DE|${at}`))].join(
    '\n',
  ),
  'many countries': [
    header,
    ...Array.from({ length: 2000 }, (_, at) => rowOf(`x${at}`, codes.join('|'))),
  ].join('\n'),
  'short lines': `${header}\n${'a,b\n'.repeat(most / 4)}`,
  commas: `${header}\n${','.repeat(most - 100)}`,
  'empty lines': `${header}\n${'\n'.repeat(most / 2)}`,
  quotes: `${header}\n${'"a",'.repeat(most / 6)}`,
  'doubled quotes': `${header}\n"${'""'.repeat(most / 4)}"`,
  'wrong header': `${'a,'.repeat(most / 2)}\na`,
}
