import { changeData } from '../data.ts'
import type { Report } from '../report.ts'
import { joined, type Sample } from './bystanders.ts'
import { newItem, newPictures, probesOf } from './probes.ts'
import { type Cell, playRound, type Round, type RoundStage } from './round.ts'
import { singleFlight } from './single-flight.ts'
import { aCredential, Member, type Stage, signInWithGoogle, somebody, withStage } from './stage.ts'
import { faultsInWords, type MatrixFault, matrixFaults } from './table.ts'

/** Others may be half as slow again as when all is well, or so many ms slower: below that a machine's own noise rules. */
const others = { ratio: 1.5, floorMs: 15 } as const
const picturesPerRound = 150

/** F2 and F3: every fault at every source, all five at once, on a process that has just begun. */
export async function outsideFaults(report: Report): Promise<void> {
  const chosen = matrixFaults.filter((_, at) => at % report.amount(4, 1) === 0)
  const all: Round[] = []
  await withStage({}, async (stage) => {
    const member = await aMember(stage)
    await singleFlight(report, stage)
    for (const fault of chosen) {
      const warm = await warmUp(stage)
      const pictures = await newPictures(stage, picturesPerRound)
      // What is known is a day old: the sources are asked again, and what was known is the fallback.
      await changeData(stage.site, ageing)
      const round: RoundStage = { ...stage, member, warm, probes: probesOf(stage, pictures) }
      const played = await playRound(round, fault)
      tell(report, fault, played)
      all.push(played)
    }
    report.check(
      'others, all rounds together',
      othersOutcome(joined(all.map(({ well }) => well)), joined(all.map(({ meanwhile }) => meanwhile))),
    )
    const { lost, asked } = member
    report.check('whoever is signed in stays so', {
      tried: asked,
      failed: lost.length,
      figure: lost[0] ?? '',
    })
    const faults = stage.site.printed().match(/"level":[56]0\b.*/g) ?? []
    report.check('no fault of ours in the log', { tried: 1, failed: faults.length, figure: faults[0] ?? '' })
  })
}

const ageing = `with photos as (update qc_snapshots set fetched_at = now() - interval '1 day')
  update product_infos set fetched_at = now() - interval '1 day'`

/** An account that was made by a Google sign-in, which needs no mail. */
async function aMember(stage: Stage): Promise<Member> {
  const value = { ...somebody, password: 'lantern, moss and tide', credential: await aCredential(stage) }
  await stage.client.call('POST /users/createUser', value)
  const login = await signInWithGoogle(stage)
  if (login.status !== 200) throw new Error(`Nobody can sign in: ${login.text}`)
  return new Member(stage.client, login)
}

/** Somebody looks at an item, its QC photos and a picture while all is well. */
async function warmUp(stage: Stage): Promise<RoundStage['warm']> {
  const item = newItem()
  const [picture = ''] = await newPictures(stage, 1)
  await stage.client.call(`GET /product-info?shopType=taobao&productCode=${item}`)
  await stage.client.call(`GET /qc-external?shopType=taobao&goodsId=${item}`)
  await stage.client.send(picture)
  return { item, picture }
}

function tell(report: Report, fault: MatrixFault, { cells, well, meanwhile }: Round): void {
  for (const cell of cells) {
    report.check(`${cell.source} ${faultsInWords[fault]}`, {
      tried: 1,
      failed: cell.wrong.length === 0 ? 0 : 1,
      figure: [figuresOf(cell), ...cell.wrong].join('; '),
    })
  }
  report.check(`others while all of them: ${faultsInWords[fault]}`, othersOutcome(well, meanwhile))
}

function figuresOf({ firstMs, leftAloneMs, healedMs }: Cell): string {
  const open = leftAloneMs === undefined ? '–' : `${leftAloneMs.toFixed(0)} ms`
  return `first ${(firstMs / 1000).toFixed(1)} s, left alone ${open}, healed ${(healedMs / 1000).toFixed(1)} s`
}

function othersOutcome(well: Sample, meanwhile: Sample) {
  const most = Math.max(others.ratio * well.p99, well.p99 + others.floorMs)
  const isSlow = meanwhile.p99 > most
  const figures = `p99 ${well.p99.toFixed(1)} → ${meanwhile.p99.toFixed(1)} ms, ${(meanwhile.p99 / well.p99).toFixed(2)}-fold`
  return {
    tried: meanwhile.times.length,
    failed: meanwhile.wrong.length + (isSlow ? 1 : 0),
    figure: [figures, ...meanwhile.wrong.slice(0, 1)].join('; '),
  }
}
