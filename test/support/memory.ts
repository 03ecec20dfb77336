import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of a process and all it started, in MB as Linux counts it: what several of them share is counted once. 0 where
 * there is no such count.
 */
export function measureTreeMb(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readParent(Number(name))]),
  )
  const sumKb = (id: number): number =>
    readOwnKb(id) + [...parents].reduce((sum, [child, parent]) => sum + (parent === id ? sumKb(child) : 0), 0)
  return Math.round(sumKb(pid) / 1024)
}

/** Its name, in brackets, may hold anything. */
const readParent = (pid: number) => Number(/\) \S (\d+)/.exec(readProcFile(`/proc/${pid}/stat`))?.[1] ?? 0)
const readOwnKb = (pid: number) =>
  Number(/^Pss: +(\d+)/m.exec(readProcFile(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)

/** Processes end while they are looked at. */
function readProcFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
