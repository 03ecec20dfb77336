import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Outcome, Report } from '../report.ts'
import { createNamespaceCommand, findMissingRequirement } from '../ssrf/network.ts'

const inside = fileURLToPath(new URL('../ssrf/inside.ts', import.meta.url))

/** F1: no request makes the site connect to a private address, in a network where every such address listens. */
export async function serverRequests(report: Report): Promise<void> {
  const missingRequirement = findMissingRequirement()
  if (missingRequirement)
    return report.check('server requests in a separate network', {
      tried: 1,
      failed: 1,
      figure: missingRequirement,
    })
  const [program, args] = createNamespaceCommand(inside, [])
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, ...outcome }: Outcome & { name: string } = JSON.parse(line)
    report.check(name, outcome)
  }
  const [code] = await ended
  report.check('runs to the end', { tried: 1, failed: code === 0 ? 0 : 1 })
}
