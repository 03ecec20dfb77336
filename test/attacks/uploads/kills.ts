import { randomInt } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { aForm } from '#support/forms.ts'
import { createTestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { agentValue, newCode } from '../races/race-site.ts'
import type { Report } from '../report.ts'
import { createForm, listAgents, openSender, type Sender, sendForm, sendSlowly } from './senders.ts'
import { validImage } from './test-files.ts'

/** In this time, some uploads are complete and some are not. */
const maxDelayMs = 400
const cleanupTimeoutMs = 10_000
/** An access token is valid for 15 minutes. */
const freshMs = 5 * MINUTE_MS

/** E4: the site is killed during uploads. No agent lacks its image, and unused files are deleted. */
export async function killUploads(report: Report, site: Site): Promise<void> {
  const kills = report.amount(5, 100)
  const missingImages: string[] = []
  let sender = await openSender(createTestClient(site.origin))
  let acknowledged = isGood(await sendForm(sender, await createPictureForm())) ? 1 : 0
  let loggedInAtMs = Date.now()
  for (let round = 0; round < kills; round += 1) {
    const forms = await Promise.all(Array.from({ length: 4 }, createPictureForm))
    const replies = Promise.allSettled([
      ...forms.map((form) => sendForm(sender, form)),
      sendIncompleteForm(site, sender),
    ])
    await delay(randomInt(1, maxDelayMs))
    await site.kill()
    const settled = await replies
    acknowledged += settled.filter(isAccepted).length
    sender.client.close()
    await site.restart()
    const client = createTestClient(site.origin)
    const needsLogin = Date.now() - loggedInAtMs > freshMs
    sender = needsLogin ? await openSender(client) : { ...sender, client }
    if (needsLogin) loggedInAtMs = Date.now()
    missingImages.push(...(await listWithoutPicture(sender)))
  }
  const rows = (await listAgents(sender)).length
  report.check('every agent has its image after a kill', {
    tried: kills,
    failed: missingImages.length,
    figure: missingImages[0] ?? `${acknowledged} acknowledged, ${rows} stored`,
  })
  report.check('acknowledged uploads are stored', { tried: kills, failed: Math.max(0, acknowledged - rows) })
  await site.end()
  report.check('unused files are deleted after an hour', await checkCleanup(site, rows))
  sender.client.close()
}

const isAccepted = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' && isGood(Object(result.value))
const isGood = ({ status }: { status: number }) => status === 200

const createPictureForm = async () =>
  createForm({ name: 'a picture', bytes: await validImage().png().toBuffer() })

/** Sends a form that never ends. */
async function sendIncompleteForm({ origin }: Site, { admin }: Sender): Promise<string> {
  const { headers = {}, body = '' } = await aForm(agentValue(`Half ${newCode()}`), {
    bytes: Buffer.alloc(9999),
  })
  async function* pieces() {
    yield Buffer.from(body).subarray(0, 5000)
    await new Promise(() => {}) // until the connection breaks
  }
  const types = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return sendSlowly({ client: { origin }, admin }, Object.fromEntries(types), pieces())
}

async function listWithoutPicture(sender: Sender): Promise<string[]> {
  const rows = await listAgents(sender)
  const replies = await Promise.all(rows.map(({ img }) => sender.client.send(String(img))))
  return rows
    .filter((_row, index) => replies[index]?.status !== 200)
    .map(({ name, img }) => `${name}: ${img}`)
}

/** Makes the files two hours old and starts the site. */
async function checkCleanup(site: Site, rows: number) {
  const folder = join(site.dataDir, 'media', 'agents')
  const before = readdirSync(folder)
  const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS)
  for (const name of before) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo)
  await site.restart()
  const until = Date.now() + cleanupTimeoutMs
  while (readdirSync(folder).length > rows && Date.now() < until) await delay(100)
  const after = readdirSync(folder)
  const isRight = after.length === rows && !after.some((name) => name.startsWith('.'))
  return {
    tried: before.length,
    failed: isRight ? 0 : 1,
    figure: `${before.length} files, ${after.length} remain for ${rows} agents`,
  }
}
