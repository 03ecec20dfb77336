import sharp from 'sharp'
import { startPostgresServer } from '#support/postgres-server.ts'
import { createPictureAttacks, eachPage, pagesTogether } from '../fairness/addresses.ts'
import type { Attack } from '../fairness/attack.ts'
import { callsTogether, eachCall } from '../fairness/calls.ts'
import { garbageCollectionOptions, measureNeededMb } from '../fairness/measure.ts'
import { simulateOffice } from '../fairness/office.ts'
import { createPhoto, startVisitors } from '../fairness/people.ts'
import {
  describeRound,
  getSeverity,
  isReady,
  type Round,
  runUntilReproducible,
  type Times,
} from '../fairness/round.ts'
import { stateNames } from '../fairness/socket-states.ts'
import { attackTogether } from '../fairness/worst.ts'
import { type Stage, withStage } from '../faults/stage.ts'
import type { Report } from '../report.ts'

const defaultSettings = { RATE_MULTIPLIER: '1', LOG_LEVEL: 'warn', NODE_OPTIONS: garbageCollectionOptions }
const littleMemory = { ...defaultSettings, NODE_OPTIONS: '--max-old-space-size=400' }
const worstCount = 9
const warmUpMs = 5_000
const maxGrowthMb = 150

/** One client, whatever it sends, does not slow down a visitor and a member. */
export async function fairness(report: Report): Promise<void> {
  const server = await startPostgresServer()
  const onServer = (env: Record<string, string>, use: (stage: Stage) => Promise<void>) =>
    withStage(env, use, { server: server.url })
  const isFull = report.amount(0, 1) === 1
  try {
    let rounds: Round[] = []
    await onServer(defaultSettings, async (stage) => {
      rounds = await attackInTurn(report, stage)
    })
    if (!isFull || report.only) return
    const worst = rounds.toSorted((a, b) => getSeverity(b) - getSeverity(a)).slice(0, worstCount)
    const attacks = worst.map(({ attack }) => attack)
    await onServer(littleMemory, (stage) => attackTogether(report, stage, attacks))
    await onServer(defaultSettings, (stage) => simulateOffice(report, stage))
  } finally {
    await server.stop()
  }
}

async function attackInTurn(report: Report, stage: Stage): Promise<Round[]> {
  const isEachCall = report.amount(0, 0, 1) === 1
  const times: Times = {
    quietMs: report.amount(1_200, 1_200, 3_000),
    attackMs: report.amount(2_500, 2_500, 8_000),
  }
  // Slow clients are closed only after half a minute.
  const longTimes: Times = { ...times, attackMs: report.amount(times.attackMs, times.attackMs, 50_000) }
  const people = await startVisitors(stage)
  const rounds: Round[] = []
  const runAll = async (attacks: Attack[], long: Times) => {
    for (const attack of attacks.filter(({ name }) => name.includes(report.only))) {
      const round = await runUntilReproducible({ stage, people }, attack, long)
      rounds.push(round)
      const { tally, findings } = round
      report.check(attack.name, { tried: tally.sent, failed: findings.length, figure: describeRound(round) })
      if (!(await isReady(stage))) throw new Error(`The site does not respond any more after: ${attack.name}`)
    }
  }
  const photo = await largePhoto()
  const [warmUp, ...pages] = pagesTogether
  // Warms up, so that pools and heaps of normal work do not count as effects of an attack.
  if (warmUp) await runUntilReproducible({ stage, people }, warmUp, { quietMs: warmUpMs, attackMs: warmUpMs })
  const before = await measureNeededMb(stage.site)
  await runAll(isEachCall ? eachCall(photo) : callsTogether(photo), times)
  await runAll([...(warmUp ? [warmUp] : []), ...pages, ...(isEachCall ? eachPage : [])], times)
  await runAll(createPictureAttacks({ photo: await createPhoto(), count: report.amount(40, 40, 200) }), times)
  await runAll(
    stateNames.map((name) => ({ name, prepare: () => ({ state: name }) })),
    longTimes,
  )
  await people.leave()
  const growthMb = (await measureNeededMb(stage.site)) - before
  report.check('after all attacks, memory use is as before', {
    tried: 1,
    failed: growthMb > maxGrowthMb ? 1 : 0,
    figure: `from ${before} MB by ${growthMb} MB`,
  })
  return rounds
}

/** A photo with the most allowed pixels, in a format that must be decoded as a whole. */
function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 8 }
  return sharp({ create: { width: 5000, height: 4990, channels: 3, background: 'teal', noise } })
    .blur(4)
    .jpeg({ progressive: true, quality: 60 })
    .toBuffer()
}
