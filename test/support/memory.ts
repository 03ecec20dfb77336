import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of processes and all they started, in MB as Linux counts it: what several of them share is counted once, and so is
 * one that another of them started. 0 where there is no such count.
 */
export function measureTreeMb(...pids: (number | undefined)[]): number {
  if (process.platform !== 'linux') return 0
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readParent(Number(name))]),
  )
  const counted = new Set(pids.flatMap((pid) => pid ?? []))
  for (const id of counted) for (const [child, parent] of parents) if (parent === id) counted.add(child)
  return Math.round([...counted].reduce((sum, id) => sum + readOwnKb(id), 0) / 1024)
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
