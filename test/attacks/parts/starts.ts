import { type Report, tally } from '../report.ts'
import { listProblems, withStartFolder } from '../starts/attempt.ts'
import { type FailedStart, interruptions, lateFailures, wrongSettings } from '../starts/cases.ts'

/** Every listed way to fail a start: no process remains, and one sentence says why. */
export async function failedStarts(report: Report): Promise<void> {
  const groups = { 'wrong settings': wrongSettings, 'found late': lateFailures, interrupted: interruptions }
  for (const [name, cases] of Object.entries(groups)) {
    const tried = []
    for (let round = 0; round < report.amount(1, 1, 5); round += 1)
      for (const failed of cases) tried.push(await runFailedStart(failed))
    const longest = Math.max(...tried.map(({ ms }) => ms))
    report.check(`failed starts: ${name}`, {
      figure: `the longest took ${longest} ms`,
      ...tally(
        tried,
        ({ faults }) => faults.length === 0,
        (start) => `${start.name}: ${start.faults.join('; ')}`,
      ),
    })
  }
}

async function runFailedStart({
  name,
  sentence,
  run,
}: FailedStart): Promise<{ name: string; ms: number; faults: string[] }> {
  const ending = await withStartFolder(run)
  return { name, ms: ending.ms, faults: listProblems(ending, sentence) }
}
