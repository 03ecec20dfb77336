import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createAddress } from '#support/http-client.ts'
import { readResidentMb } from '#support/site.ts'
import { putAccount, putSession } from '#support/users.ts'
import { listNewPictures } from '../faults/probes.ts'
import type { Stage } from '../faults/stage.ts'
import { quantile } from '../report.ts'
import type { Attack } from './attack.ts'
import type { Assignment } from './attacker.ts'
import { measureNeededMb, type ResourceUse, watchResources } from './measure.ts'
import { type Kind, kinds, type Step, type startVisitors } from './people.ts'
import { countRefusals, type Tally } from './tally.ts'

export type AttackScene = { stage: Stage; people: Awaited<ReturnType<typeof startVisitors>> }
export type Times = { quietMs: number; attackMs: number }
type Delay = { kind: Kind; p50: number; p99: number; quiet: { p50: number; p99: number } }
export type Round = {
  attack: Attack
  tally: Tally
  resources: ResourceUse
  delays: Delay[]
  /** The 99th percentile of the delay that the machine itself causes to a ready thread, in ms. */
  lag: number
  findings: string[]
}

/** The maximum effects that one attacker may have. */
const bounds = {
  slowdown: 3,
  /** People do not notice a shorter delay, in ms. */
  floorMs: 50,
  memoryMb: 150,
  /** Memory that may remain after `recoveryMs` without garbage, because a heap that has grown stays a little larger. */
  remainingMb: 75,
  recoveryMs: 60_000,
  /** For an attacker without rejected requests: rows of a table, calls to a source, sockets. */
  rows: 300,
  sourceCalls: 150,
  sockets: 600,
}
/** The number of undisturbed steps to compare with; some steps are so rare that one quiet phase has too few. */
const quietSteps = 80
const maxAttempts = 3
const lagStepMs = 10
/** Above this lag, other programs use the machine. */
const busyMs = 30
/** Longer than a circuit breaker is open, which is half a minute. */
const sourceRecoveryMs = 45_000

/** Runs an attack, and repeats it when it has findings: they may come from a busy machine, a vulnerability is reproducible. */
export async function runUntilReproducible(scene: AttackScene, attack: Attack, times: Times): Promise<Round> {
  const { stage } = scene
  const before = readResidentMb(stage.site.pid())
  let round = await runAttack(scene, attack, times)
  for (
    let attempts = 1;
    attempts < maxAttempts && round.findings.length > 0 && (await isReady(stage));
    attempts += 1
  )
    round = await runAttack(scene, attack, times)
  if (!(await waitForMemory(stage, before)))
    round.findings.push(...(await listRetainedMemory(scene, attack, times)))
  await waitForSources(stage)
  return round
}

async function runAttack(scene: AttackScene, attack: Attack, { quietMs, attackMs }: Times): Promise<Round> {
  const { stage, people } = scene
  const assignment = await assign(stage, attack, attackMs)
  const pid = stage.site.pid()
  await delay(quietMs)
  const machine = monitorEventLoopDelay({ resolution: lagStepMs })
  machine.enable()
  const startMs = performance.now()
  const stopWatching = await watchResources(stage)
  const tally = await send(assignment)
  const ended = performance.now()
  const resources = await stopWatching()
  machine.disable()
  const lag = Math.max(0, machine.percentile(99) / 1e6 - lagStepMs)
  const isStillReady = await isReady(stage)
  const during = people.steps().filter(({ from, until }) => until > startMs && from < ended)
  const delays = kinds.map((kind) => compare(kind, { during, before: people.steps(), begun: startMs }))
  const refused = during.flatMap(({ wrong }) => wrong ?? [])
  const isAlive = pid === stage.site.pid() && readResidentMb(pid) > 0
  const findings = [
    ...(isAlive ? [] : ['the process ended']),
    ...(isStillReady ? [] : ['the site is not ready']),
    ...(refused.length > 0 ? [`${refused.length} ordinary requests failed: ${refused[0]}`] : []),
    ...delays
      .filter((one) => isSlow(one, lag))
      .map(({ kind, p99 }) => `the ${kind} waits ${p99.toFixed(0)} ms`),
    ...(resources.memoryMb > bounds.memoryMb ? [`${resources.memoryMb} MB of memory`] : []),
    ...(countRefusals(tally) + tally.closed === 0 ? listExcessiveUse(resources) : []),
  ]
  return { attack, tally, resources, delays, lag, findings }
}

/** A new attacker for each attack, because one that was refused before would have no effect. */
export async function assign(stage: Stage, attack: Attack, ms: number): Promise<Assignment> {
  const account = await putAccount(stage.site)
  const { token } = await putSession(stage.site, account)
  const attacker = { from: createAddress(), token }
  return { origin: stage.site.origin, attacker, plan: await attack.prepare(stage, attacker), ms }
}

export async function send(workerData: Assignment): Promise<Tally> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData })
  const [tally] = await once(worker, 'message')
  await worker.terminate()
  return tally
}

export async function isReady({ client }: Stage): Promise<boolean> {
  const late = delay(10_000, undefined, { ref: false })
  const reply = await Promise.race([client.send('/readyz', { from: createAddress() }), late]).catch(
    () => undefined,
  )
  return reply?.status === 200
}

/** Waits until memory use is as before. Returns false after a timeout. */
async function waitForMemory({ site }: Stage, before: number): Promise<boolean> {
  const until = performance.now() + bounds.recoveryMs
  const isBack = () => readResidentMb(site.pid()) - before <= bounds.remainingMb
  while (!isBack() && performance.now() < until) await delay(500)
  return isBack()
}

/** Garbage counts as memory in use, so this attacks once more between two garbage collections. */
async function listRetainedMemory(scene: AttackScene, attack: Attack, times: Times): Promise<string[]> {
  const { stage } = scene
  const before = await measureNeededMb(stage.site)
  await runAttack(scene, attack, times)
  if (await waitForMemory(stage, before)) return []
  const left = (await measureNeededMb(stage.site)) - before
  return left > bounds.remainingMb ? [`${left} MB still used after ${bounds.recoveryMs / 1000} s`] : []
}

/** Waits until the sources answer, so an attack does not affect the next one. */
async function waitForSources(stage: Stage): Promise<void> {
  const until = performance.now() + sourceRecoveryMs
  const isServed = () =>
    listNewPictures(stage, 1).then(
      () => true,
      () => false,
    )
  while (!(await isServed()) && performance.now() < until) await delay(1_000)
}

type StepsOfRound = { during: Step[]; before: Step[]; begun: number }

function compare(kind: Kind, { during, before, begun: startMs }: StepsOfRound): Delay {
  const listDurations = (steps: Step[]) =>
    steps.filter((step) => step.kind === kind).map(({ from, until }) => until - from)
  const quiet = listDurations(before.filter((step) => step.until <= startMs && !isDisturbed(step))).slice(
    -quietSteps,
  )
  for (const step of during) disturbed.add(step)
  const now = listDurations(during)
  const toQuantiles = (times: number[]) => ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99) })
  return { kind, ...toQuantiles(now), quiet: toQuantiles(quiet) }
}

/** Steps during an attack, which do not count as quiet ones. */
const disturbed = new WeakSet<Step>()
const isDisturbed = (step: Step) => disturbed.has(step)

/** A step has the machine's lag twice: in this process and in the site's. */
function isSlow({ p99, quiet }: Delay, lag: number): boolean {
  return p99 - 2 * lag > Math.max(bounds.slowdown * quiet.p99, bounds.floorMs)
}

/** Describes what an attacker who is never refused holds above the limits. */
function listExcessiveUse({ rows, sourceCalls, sockets }: ResourceUse): string[] {
  const listExcess = (counts: Map<string, number>, bound: number, what: string) =>
    [...counts].flatMap(([name, count]) => (count > bound ? [`no limit stops ${count} ${what} ${name}`] : []))
  return [
    ...listExcess(rows, bounds.rows, 'rows of'),
    ...listExcess(sourceCalls, bounds.sourceCalls, 'calls to'),
    ...(sockets > bounds.sockets ? [`no limit stops ${sockets} sockets`] : []),
  ]
}

/** Describes a round in one line: requests, resources and delays. */
export function describeRound({ tally, resources, delays, lag, findings }: Round): string {
  const list = (counts: Map<string, number>) =>
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 4)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0))
  const statuses = Object.entries(tally.statuses).map(([status, count]) => `${count} × ${status}`)
  return [
    ...(lag > busyMs ? ['the machine was busy, so the times are not reliable'] : []),
    ...findings.map((finding) => `FOUND ${finding}`),
    ...delays.map(
      ({ kind, p50, p99, quiet }) => `${kind} ${ms(quiet.p50)}/${ms(quiet.p99)} → ${ms(p50)}/${ms(p99)} ms`,
    ),
    `memory +${resources.memoryMb} MB, threads +${resources.threads}, sockets +${resources.sockets}, processor ${resources.cpu.toFixed(0)} %, machine ${ms(lag)} ms`,
    `rows: ${list(resources.rows) || 'none'}`,
    `source calls: ${list(resources.sourceCalls) || 'none'}`,
    `attacker: ${[...statuses, `${tally.closed} closed`].join(', ')}`,
  ].join('; ')
}

/** A number for sorting: a higher one means a more severe effect. */
export function getSeverity({ delays, resources, findings }: Round): number {
  const slowdown = Math.max(...delays.map(({ p99, quiet }) => p99 / Math.max(quiet.p99, 1)))
  return findings.length * 10 + slowdown + resources.memoryMb / 50
}
