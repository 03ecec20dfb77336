import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '#shared/time.ts'
import type { Stage } from '../faults/stage.ts'
import { type Report, tally } from '../report.ts'
import type { Attack } from './attack.ts'
import { readResources } from './measure.ts'
import { createAccountSource, createPerson, createPhoto, useAccount } from './people.ts'
import { assign, isReady, send } from './round.ts'

const minutes = 10
const everyMs = 5_000
const operatorAt = '127.0.0.7'
const memberAt = '127.0.0.8'

/** Runs the worst attacks together, each from its own address, on a process with little memory. */
export async function attackTogether(report: Report, stage: Stage, worst: Attack[]): Promise<void> {
  const pid = stage.site.pid()
  const ms = minutes * MINUTE_MS
  const assignments = await Promise.all(worst.map((attack) => assign(stage, attack, ms)))
  const person = createPerson(stage.client, { from: memberAt, restMs: () => 50 })
  const operator = createPerson(stage.client, { from: operatorAt, restMs: () => 1_000 })
  const [nextAccount, photo] = [createAccountSource(stage.site), await createPhoto()]
  let isOver = false
  let maxMemoryMb = 0
  const attacks = Promise.all(assignments.map(send)).finally(() => {
    isOver = true
  })
  const repeat = async (act: () => Promise<unknown>) => {
    while (!isOver) await act()
  }
  await Promise.all([
    attacks,
    repeat(async () => {
      await operator.step('visitor', 'readiness', { path: '/readyz' })
      maxMemoryMb = Math.max(maxMemoryMb, readResources(stage.site).memoryMb)
    }),
    repeat(async () => {
      await person.step('visitor', 'a page', { path: '/', headers: { accept: 'text/html' } })
      await useAccount(person, await nextAccount(), photo)
      await delay(everyMs)
    }),
  ])
  const isAlive = pid === stage.site.pid() && (await isReady(stage))
  report.check(`${worst.length} worst together for ${minutes} min: the process lives`, {
    tried: 1,
    failed: isAlive ? 0 : 1,
    figure: `at most ${maxMemoryMb} MB; ${worst.map(({ name }) => name).join(', ')}`,
  })
  const show = ({ wrong = '' }) => wrong
  report.check(
    'and is ready all the time',
    tally(operator.steps, ({ wrong }) => !wrong, show),
  )
  report.check(
    'and login, page, photo and review succeed every time',
    tally(person.steps, ({ wrong }) => !wrong, show),
  )
}
