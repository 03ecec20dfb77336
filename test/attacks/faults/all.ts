import { changeData } from '../data.ts'
import type { Report } from '../report.ts'
import { joinSamples, type Sample } from './bystanders.ts'
import { createItemNumber, createProbes, listNewPictures } from './probes.ts'
import { type Cell, type Round, type RoundStage, runFaultRound } from './round.ts'
import { singleFlight } from './single-flight.ts'
import { createCredential, googleAccount, Member, type Stage, signInWithGoogle, withStage } from './stage.ts'
import { faultDescriptions, type MatrixFault, matrixFaults } from './table.ts'

/** Allowed slowdown of other visitors: the ratio, or the floor in ms, below which the machine's noise dominates. */
const bounds = { ratio: 1.5, floorMs: 15 } as const
const picturesPerRound = 150

/** F2 and F3: every fault at every source, all five at once, on a new process. */
export async function outsideFaults(report: Report): Promise<void> {
  const chosen = matrixFaults.filter((_, index) => index % report.amount(4, 1) === 0)
  const all: Round[] = []
  await withStage({}, async (stage) => {
    const member = await createMember(stage)
    await singleFlight(report, stage)
    for (const fault of chosen) {
      const earlier = await warmUp(stage)
      const pictures = await listNewPictures(stage, picturesPerRound)
      // Stored data is a day old, so the sources are queried again, with the stored data as fallback.
      await changeData(stage.site, ageStoredData)
      const round: RoundStage = { ...stage, member, earlier, probes: createProbes(stage, pictures) }
      const played = await runFaultRound(round, fault)
      reportRound(report, fault, played)
      all.push(played)
    }
    report.check(
      'others, all rounds together',
      compareOthers(
        joinSamples(all.map(({ baseline }) => baseline)),
        joinSamples(all.map(({ duringFault }) => duringFault)),
      ),
    )
    const { failedReplies, requestCount } = member
    report.check('the member stays signed in', {
      tried: requestCount,
      failed: failedReplies.length,
      figure: failedReplies[0] ?? '',
    })
    const faults = stage.site.printed().match(/"level":[56]0\b.*/g) ?? []
    report.check('no fault of ours in the log', { tried: 1, failed: faults.length, figure: faults[0] ?? '' })
  })
}

const ageStoredData = `with photos as (update qc_snapshots set fetched_at = now() - interval '1 day')
  update product_infos set fetched_at = now() - interval '1 day'`

/** An account from a Google sign-in, which needs no mail. */
async function createMember(stage: Stage): Promise<Member> {
  const value = {
    ...googleAccount,
    password: 'lantern, moss and tide',
    credential: await createCredential(stage),
  }
  await stage.client.call('POST /users/createUser', value)
  const login = await signInWithGoogle(stage)
  if (login.status !== 200) throw new Error(`The sign-in with Google failed: ${login.text}`)
  return new Member(stage.client, login)
}

/** Requests an item, its QC photos and an image while no source has a fault. */
async function warmUp(stage: Stage): Promise<RoundStage['earlier']> {
  const item = createItemNumber()
  const [picture = ''] = await listNewPictures(stage, 1)
  await stage.client.call(`GET /product-info?shopType=taobao&productCode=${item}`)
  await stage.client.call(`GET /qc-external?shopType=taobao&goodsId=${item}`)
  await stage.client.send(picture)
  return { item, picture }
}

function reportRound(report: Report, fault: MatrixFault, { cells, baseline, duringFault }: Round): void {
  for (const cell of cells) {
    report.check(`${cell.source} ${faultDescriptions[fault]}`, {
      tried: 1,
      failed: cell.wrong.length === 0 ? 0 : 1,
      figure: [describeCell(cell), ...cell.wrong].join('; '),
    })
  }
  report.check(`others while all of them: ${faultDescriptions[fault]}`, compareOthers(baseline, duringFault))
}

function describeCell({ firstMs, openBreakerMs, recoveryMs }: Cell): string {
  const open = openBreakerMs === undefined ? '–' : `${openBreakerMs.toFixed(0)} ms`
  return `first ${(firstMs / 1000).toFixed(1)} s, breaker open ${open}, recovered ${(recoveryMs / 1000).toFixed(1)} s`
}

function compareOthers(baseline: Sample, duringFault: Sample) {
  const most = Math.max(bounds.ratio * baseline.p99, baseline.p99 + bounds.floorMs)
  const isSlow = duringFault.p99 > most
  const figures = `p99 ${baseline.p99.toFixed(1)} → ${duringFault.p99.toFixed(1)} ms, ${(duringFault.p99 / baseline.p99).toFixed(2)}-fold`
  return {
    tried: duringFault.times.length,
    failed: duringFault.wrong.length + (isSlow ? 1 : 0),
    figure: [figures, ...duringFault.wrong.slice(0, 1)].join('; '),
  }
}
