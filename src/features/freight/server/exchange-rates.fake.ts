import { formatUtcDay } from '#shared/format/format-date.ts'
import { type FakeResponse, type FakeSource, hostileTexts } from '#shared/server/outbound/fake-source.ts'
import snapshot from '../built-in/exchange-rates.json' with { type: 'json' }

/** The daily file of the European Central Bank; `?day=` selects another day than today. */
export const fakeExchangeRates: FakeSource = {
  name: 'exchange-rates',
  idIn: (url) => url.searchParams.get('day') ?? formatUtcDay(Date.now()),
  good: ({ id }) => createFileResponse(formatDayXml(id, entries)),
  unknownItem: () => createFileResponse(''),
  wrongSchema: ({ id }) =>
    createFileResponse(formatDayXml(id, entries) + formatDayXml('2026-08-21', entries)),
  otherItem: () => createFileResponse(formatDayXml('2020-01-02', entries)),
  poisoned: ({ id }) =>
    createFileResponse(
      formatDayXml(id, [...entries, ['XXX', hostileTexts.entities], ['YYY', hostileTexts.inside]]),
    ),
}

/** Each rate is 0.1% above the built-in one; currencies that the real file does not contain are left out. */
const entries = Object.entries(snapshot.rates)
  .filter(([currency]) => !['EUR', 'AED', 'SAR'].includes(currency))
  .map(([currency, rate]): [string, string] => [currency, (Number(rate) * 1.001).toFixed(4)])

function formatDayXml(day: string, rates: [string, string][]): string {
  const lines = rates.map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`)
  return `\t\t<Cube time='${day}'>\n${lines.join('')}\t\t</Cube>\n`
}

function createFileResponse(daysXml: string): FakeResponse {
  const namespaces =
    'xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"'
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<gesmes:Envelope ${namespaces}>\n\t<gesmes:subject>Reference rates</gesmes:subject>`
  return { type: 'text/xml', body: `${head}\n\t<Cube>\n${daysXml}\t</Cube>\n</gesmes:Envelope>` }
}
