import { readFileSync, writeFileSync } from 'node:fs'
import type { Site } from '#support/site.ts'

/** Memory of a site's process in KB; `VmHWM` is the peak. */
function readMemoryKb(site: Site, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${site.pid()}/status`, 'utf8')
  return Number(status.match(new RegExp(`${line}:\\s*(\\d+)`))?.[1])
}

/** Resets the peak, because a start needs more memory. The returned function gives the growth since then in MB. */
export function watchMemory(site: Site): () => number {
  const before = readMemoryKb(site, 'VmRSS')
  writeFileSync(`/proc/${site.pid()}/clear_refs`, '5')
  return () => (readMemoryKb(site, 'VmHWM') - before) / 1024
}
