import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '#shared/time.ts'
import { createAddress } from '#support/http-client.ts'
import { putAccount } from '#support/users.ts'
import type { Stage } from '../faults/stage.ts'
import { type Report, tally } from '../report.ts'
import { listCataloguePictures } from './addresses.ts'
import { browseSite, createPerson, createPhoto, openNewItem, useAccount } from './people.ts'

const people = 40
const minutes = 5
/** Pause between two steps: people read a page, each at a different pace. */
const restMs = () => 3_000 + Math.random() * 6_000

/** Checks that no ordinary request of many people behind one address is refused. */
export async function simulateOffice(report: Report, stage: Stage): Promise<void> {
  const from = createAddress()
  const [pictures, photo] = [await listCataloguePictures(stage), await createPhoto()]
  const until = performance.now() + minutes * MINUTE_MS
  const persons = await Promise.all(
    Array.from({ length: people }, async () => {
      const account = await putAccount(stage.site)
      const person = createPerson(stage.client, { from, restMs })
      await delay(Math.random() * 10_000)
      await useAccount(person, account, photo)
      for (let round = 0; performance.now() < until; round += 1) {
        await browseSite(person, pictures)
        if (round % 2 === 0) await openNewItem(person)
      }
      return person
    }),
  )
  report.check(
    `${people} people behind one address for ${minutes} min: no request is refused`,
    tally(
      persons.flatMap(({ steps }) => steps),
      ({ wrong }) => !wrong,
      ({ wrong = '' }) => wrong,
    ),
  )
}
