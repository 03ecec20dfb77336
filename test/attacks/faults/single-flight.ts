import { createAddress, type Reply } from '#support/http-client.ts'
import { type Report, tally } from '../report.ts'
import { createItemNumber } from './probes.ts'
import type { Stage } from './stage.ts'

const visitors = 500

/** F3: concurrent requests for one item cause one call of the source, also with forced reloads. */
export async function singleFlight(report: Report, stage: Stage): Promise<void> {
  const item = createItemNumber()
  const unknown = createItemNumber()
  const info = `GET /product-info?shopType=taobao&productCode=${item}`
  const reload = `${info}&forceReload=true`
  const rounds = [
    { what: 'product information', source: 'product-info', routes: [info], maxCalls: 1 },
    { what: 'the same, all asking to reload', source: 'product-info', routes: [reload], maxCalls: 0 },
    {
      what: 'an unknown item, half asking to reload',
      source: 'product-info',
      routes: [info, reload].map((route) => route.replace(item, unknown)),
      maxCalls: 1,
    },
    {
      what: 'QC photos',
      source: 'qc',
      routes: [`GET /qc-external?shopType=taobao&goodsId=${item}`],
      maxCalls: 1,
    },
  ]
  for (const { what, source, routes, maxCalls } of rounds) {
    const before = stage.simulator.calls(source)
    const requests = Array.from({ length: visitors }, (_, index) =>
      stage.client.call(routes[index % routes.length] ?? '', undefined, { from: createAddress() }),
    )
    const replies = await Promise.all(requests)
    const calls = stage.simulator.calls(source) - before
    const isGood = ({ status, text }: Reply) => status === 200 && text.includes('/img/')
    const outcome = tally(replies, isGood, ({ status, text }) => `${status} ${text.slice(0, 200)}`)
    report.check(`${visitors} at once: ${what}`, {
      tried: outcome.tried,
      failed: outcome.failed + (calls > maxCalls ? calls - maxCalls : 0),
      figure: `${calls} calls outside, ${maxCalls} allowed${outcome.figure ? `, ${outcome.figure}` : ''}`,
    })
  }
}
