import { readFileSync, writeFileSync } from 'node:fs'
import type { Site } from '#support/site.ts'

/** Of a site's process, in KB; `VmHWM` is the most there ever was. */
function readMemoryKb(site: Site, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${site.pid()}/status`, 'utf8')
  return Number(status.match(new RegExp(`${line}:\\s*(\\d+)`))?.[1])
}

/** Begins to look for the peak anew: starting takes more. The answer tells by how many MB it has grown since. */
export function watchMemory(site: Site): () => number {
  const before = readMemoryKb(site, 'VmRSS')
  writeFileSync(`/proc/${site.pid()}/clear_refs`, '5')
  return () => (readMemoryKb(site, 'VmHWM') - before) / 1024
}
