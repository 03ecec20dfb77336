import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { type Outcome, startKills, whenReady } from '../kill/rounds.ts'
import { quantile, type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'
import { createRaceSite } from '../stage.ts'

const diskMb = 700
const fullForMs = 4_000
const readyWithinMs = 10_000
const reads = ['/', '/popular', '/tools', '/api/v1/agent/getAgent', '/api/v1/products/getAllProduct']

/** I2: a disk that is full for a while during writes: reads continue, and no acknowledged change is lost. */
export async function fullDisk(report: Report): Promise<void> {
  const disk = mountDisk()
  try {
    await withSite({ RATE_MULTIPLIER: '100000', LOG_LEVEL: 'warn' }, async (site) => {
      const raceSite = await createRaceSite(createTestClient(site.origin), site)
      const rounds = await startKills({ site, raceSite })
      const pid = site.pid()
      const { pool } = await site.openDatabase()
      await pool.query('create table bulk as select md5(id::text) as name from generate_series(1, 50000) id')
      const failedReads: string[] = []
      const outcomes: Outcome[] = []
      const withFullDisk = (work: () => Promise<void>) => async (): Promise<number> => {
        disk.fill()
        await work()
        failedReads.push(...(await readFor(site, fullForMs)))
        disk.free()
        return whenReady(site)
      }
      const disruptions = [withFullDisk(async () => {}), withFullDisk(() => fillLog(site))]
      for (let index = 1, most = report.amount(4, 20); index <= most; index += 1)
        outcomes.push(await rounds.round(index === most, disruptions[index % disruptions.length]))
      const lost = outcomes.flatMap(({ wrong }) => wrong)
      report.check('acknowledged changes are complete', {
        tried: outcomes.length,
        failed: lost.length,
        figure: lost[0] ?? `${rounds.journal.acknowledged} acknowledged writes`,
      })
      report.check('reads succeed while the disk is full', {
        tried: outcomes.length,
        failed: failedReads.length,
        figure: failedReads[0] ?? '',
      })
      const times = outcomes.map(({ readyMs }) => readyMs)
      report.check(`ready again within ${readyWithinMs / 1000} s`, {
        ...tally(
          times,
          (ms) => ms <= readyWithinMs,
          (ms) => `${ms} ms`,
        ),
        figure: `median ${quantile(times, 0.5)} ms, slowest ${quantile(times, 1)} ms`,
      })
      report.check('the process did not end', {
        tried: 1,
        failed: site.pid() === pid ? 0 : 1,
      })
      raceSite.client.close()
    })
  } finally {
    disk.remove()
  }
}

/** Fills the write-ahead log for a while. */
async function fillLog(site: Site): Promise<void> {
  const { pool } = await site.openDatabase()
  for (const until = performance.now() + fullForMs; performance.now() < until; )
    await pool.query('update bulk set name = md5(name)').catch(() => delay(5))
}

/** Describes each failed request while pages are requested for some time. */
async function readFor({ origin }: Site, ms: number): Promise<string[]> {
  const failedReads: string[] = []
  for (const until = performance.now() + ms; performance.now() < until; await delay(50)) {
    for (const path of reads) {
      const { status } = await fetch(origin + path)
      if (status !== 200) failedReads.push(`${path}: ${status}`)
    }
  }
  return failedReads
}

function growUntilFull(file: string, bytes: number): void {
  const more = Buffer.alloc(bytes)
  try {
    for (;;) writeFileSync(file, more, { flag: 'a' })
  } catch {
    // It is full.
  }
}

/** Mounts a small disk in memory for all files of sites that start afterwards. */
function mountDisk() {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', path])
  const before = process.env.TMPDIR
  process.env.TMPDIR = path
  const filler = join(path, 'filler')
  return {
    fill: () => {
      for (const bytes of [2 ** 20, 2 ** 12]) growUntilFull(filler, bytes)
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
      execFileSync('umount', [path])
      rmSync(path, { recursive: true })
    },
  }
}
