import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readPostmaster } from '#db/postgres/socket-folder.ts'
import { measureTreeMb } from '#support/memory.ts'
import { startSite } from '#support/site.ts'
import { type Ceiling, startCeiling } from './ceiling.ts'
import { benchDatabase } from './database.ts'
import { benchFreight, freightRequest } from './freight.ts'
import { benchLinks } from './links.ts'
import { benchPhone, phoneLines } from './phone.ts'
import { pageSizes } from './sizes.ts'

const run = promisify(execFile)
const seconds = process.env.BENCH_SECONDS ?? '3'
const countedRounds = 3

type Rate = { perSecond: number; p50Ms: number; p99Ms: number }
type Target = { name: string; url: string; bare: Ceiling }

/** Measures with ten connections from a separate process, which post the body as JSON, if there is one. */
async function measureRate(url: string, body?: object): Promise<Rate> {
  const post = ['-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body)]
  const args = body === undefined ? [url] : [...post, url]
  const { stdout } = await run('autocannon', ['-j', '-c', '10', '-d', seconds, ...args])
  const { requests, latency, non2xx, errors } = JSON.parse(stdout)
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} not 2xx, ${errors} errors`)
  return { perSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99 }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Measures in rounds, because of other load on the machine: each rate is compared with the ceiling of its round. */
async function compare({ name, url, bare }: Target) {
  const rounds: { own: Rate; ceiling: Rate }[] = []
  for (let round = 0; round <= countedRounds; round += 1) {
    const pair = { own: await measureRate(url), ceiling: await measureRate(`${bare.url}/`) }
    if (round > 0) rounds.push(pair) // the first one warms up
  }
  const getMedian = (read: (pair: { own: Rate; ceiling: Rate }) => number) => median(rounds.map(read))
  return {
    name,
    perSecond: Math.round(getMedian(({ own }) => own.perSecond)),
    barePerSecond: Math.round(getMedian(({ ceiling }) => ceiling.perSecond)),
    ofBare: Math.round(getMedian(({ own, ceiling }) => own.perSecond / ceiling.perSecond) * 1000) / 1000,
    p50Ms: getMedian(({ own }) => own.p50Ms),
    p99Ms: getMedian(({ own }) => own.p99Ms),
  }
}

/** By then, memory of the start is returned and unused connections are closed. */
const idleMs = 75_000

async function benchServer() {
  const site = await startSite({ env: { PICTURE_JOBS: 'on' } })
  const warm: number[] = []
  for (let start = 0; start < 3; start += 1) {
    await site.end()
    warm.push(await site.restart())
  }
  const list = `${site.origin}/api/v1/products/getAllProduct`
  const { data } = JSON.parse(await (await fetch(`${list}?Trending=true`)).text())
  const page = `${site.origin}/product/${data[0].shopType}/${data[0].productCode}`
  const mb = () => measureTreeMb(site.pid(), readPostmaster(join(site.dataDir, 'db'))?.pid)
  await delay(idleMs)
  const idleMb = mb()
  const rates = []
  for (const [name, url] of [
    ['anonymous product page', page],
    ['getAllProduct', list],
    ['home page', `${site.origin}/`],
  ] as const) {
    const bare = await startCeiling(url)
    rates.push(await compare({ name, url, bare }))
    await bare.stop()
  }
  const memory = { idleMb, loadedMb: mb() }
  const estimation = await measureRate(`${site.origin}/api/v1/get_estimation`, freightRequest)
  await site.stop()
  const cold = await startSite({ env: { PICTURE_JOBS: 'on', CACHE_BYTES: '0', RATE_MULTIPLIER: '1000' } })
  const uncached = await measureRate(cold.origin + page.slice(site.origin.length))
  await cold.stop()
  return {
    startMs: { first: site.readyMs, warm: median(warm) },
    rates,
    uncachedProductPage: uncached,
    estimation,
    memory,
  }
}

const results = {
  when: new Date().toISOString(),
  sizes: pageSizes(),
  links: benchLinks(),
  freight: benchFreight(),
  database: await benchDatabase(),
  ...(await benchServer()),
  phone: await benchPhone(),
}

for (const [page, { scriptsKb, stylesKb, files }] of Object.entries(results.sizes)) {
  console.log(`${page.padEnd(26)} ${scriptsKb} kB scripts in ${files} files, ${stylesKb} kB styles, brotli`)
}
const { plainPerSecond, mixedPerSecond, worstMs } = results.links
console.log(
  `links, plain forms         ${Math.round(plainPerSecond)}/s; mixed ${Math.round(mixedPerSecond)}/s`,
)
console.log(`links, worst single input  ${worstMs.toFixed(2)} ms`)
const { freight, estimation } = results
console.log(
  `freight, all lines         ${freight.perSecond}/s; to the country with ${freight.mostLines} lines ${freight.mostLinesPerSecond}/s; in yen ${freight.inYenPerSecond}/s`,
)
console.log(
  `get_estimation             ${Math.round(estimation.perSecond)}/s, p50 ${estimation.p50Ms} ms, p99 ${estimation.p99Ms} ms`,
)
for (const { name, perSecond, barePerSecond, ofBare, p50Ms, p99Ms } of results.rates) {
  console.log(
    `${name.padEnd(26)} ${perSecond}/s, ${ofBare} of bare node:http (${barePerSecond}/s), p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
  )
}
console.log(`product page, not cached   ${Math.round(results.uncachedProductPage.perSecond)}/s`)
console.log(`start                      first ${results.startMs.first} ms, later ${results.startMs.warm} ms`)
console.log(
  `memory with the database   ${results.memory.idleMb} MB idle for a minute, ${results.memory.loadedMb} MB after the load`,
)
const { database } = results
console.log(
  `database                   ${database.readsBesideSlowQuery} reads/s beside a slow query, ${database.insertsPerSecond} commits/s, start ${database.firstStartMs} ms, later ${database.laterStartMs} ms, ${database.mb} MB with Node`,
)
for (const line of phoneLines(results.phone)) console.log(line)

mkdirSync('test/bench/results', { recursive: true })
const file = join('test/bench/results', `${results.when.replaceAll(':', '-').slice(0, 19)}.json`)
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
console.log(`written to ${file}`)
