import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fakeSources } from '#simulator/simulate-sources.ts'
import { readResidentMb, type Site } from '#support/site.ts'
import type { Stage } from '../faults/stage.ts'

/** The resources that the site holds now. */
type ResourceSnapshot = { memoryMb: number; threads: number; sockets: number }
/** Counts that only grow during an attack. */
type Counts = { rows: Map<string, number>; sourceCalls: Map<string, number> }
export type ResourceUse = {
  memoryMb: number
  threads: number
  sockets: number
  rows: Map<string, number>
  sourceCalls: Map<string, number>
  /** Processor use, in percent of one processor. */
  cpu: number
}

const everyMs = 100
const ticksPerSecond = 100

export function readResources(site: Site): ResourceSnapshot {
  const pid = site.pid()
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    memoryMb: readResidentMb(pid),
    threads: Number(/Threads:\s+(\d+)/.exec(status)?.[1] ?? 0),
    sockets: readdirSync(`/proc/${pid}/fd`).filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length,
  }
}

const collector = fileURLToPath(new URL('./collector.ts', import.meta.url))
/** Options of Node with which a signal starts a site's garbage collection. */
export const garbageCollectionOptions = `--expose-gc --import=${collector}`
/** V8 returns empty pages to the system after eight seconds. */
const memoryReturnMs = 10_000

/** Memory in MB after a garbage collection, of a site started with `garbageCollectionOptions`. */
export async function measureNeededMb(site: Site): Promise<number> {
  const pid = site.pid()
  if (pid) process.kill(pid, 'SIGUSR2')
  await delay(memoryReturnMs)
  return readResidentMb(pid)
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    return false // closed in the meantime
  }
}

/** Seconds of processor time that the site's process has used. */
function cpuSeconds(site: Site): number {
  const fields = readFileSync(`/proc/${site.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

async function countRowsAndCalls({ site, simulator }: Stage): Promise<Counts> {
  const { pool } = await site.openDatabase()
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  const { rows } = await pool.query<{ name: string; count: number }>(counts.join(' union all '))
  return {
    rows: new Map(rows.map(({ name, count }) => [name.replace('public.', ''), count])),
    sourceCalls: new Map(fakeSources.map(({ name }) => [name, simulator.calls(name)])),
  }
}

/** Starts to watch. The returned function stops, and returns the maximum growth of resources and counts. */
export async function watchResources(stage: Stage): Promise<() => Promise<ResourceUse>> {
  const { site } = stage
  const countsBefore = await countRowsAndCalls(stage)
  const before = readResources(site)
  const [startMs, used] = [performance.now(), cpuSeconds(site)]
  const most = { ...before }
  const timer = setInterval(() => {
    const now = readResources(site)
    for (const name of ['memoryMb', 'threads', 'sockets'] as const)
      most[name] = Math.max(most[name], now[name])
  }, everyMs)
  return async () => {
    clearInterval(timer)
    const cpu = (100 * 1000 * (cpuSeconds(site) - used)) / (performance.now() - startMs)
    const after = await countRowsAndCalls(stage)
    return {
      memoryMb: most.memoryMb - before.memoryMb,
      threads: most.threads - before.threads,
      sockets: most.sockets - before.sockets,
      rows: computeGrowth(countsBefore.rows, after.rows),
      sourceCalls: computeGrowth(countsBefore.sourceCalls, after.sourceCalls),
      cpu,
    }
  }
}

function computeGrowth(before: Map<string, number>, after: Map<string, number>): Map<string, number> {
  const differences = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
  return new Map(differences.filter(([, count]) => count > 0))
}
