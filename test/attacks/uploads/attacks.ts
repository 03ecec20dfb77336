import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient, type Reply } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { agentValue, getRow, newCode } from '../races/race-site.ts'
import { type Report, tally } from '../report.ts'
import { oddForms } from './forms.ts'
import { createForm, listAgents, openSender, type Sender, sendForm, sendSlowly } from './senders.ts'
import { filesWithPayload, invalidFiles, type Picture } from './test-files.ts'

type Attack = { name: string; reply: Reply }

const rejectedStatuses = [400, 413, 415, 431]
const maxResponseMs = 3000
const maxGrowthKb = 200 * 1024
const mb = 1024 * 1024

/** E1: a file that is not an image is refused; an image is rendered again, so nothing else of it is stored. */
export async function attackForms(report: Report, site: Site): Promise<void> {
  const client = createTestClient(site.origin)
  const sender = await openSender(client)
  const before = readMemoryKb(site, 'VmRSS')
  writeFileSync(`/proc/${site.pid()}/clear_refs`, '5') // resets the peak, because a start needs more memory
  const slowUpload = sendSlowFile(report, { ...sender, client: { origin: site.origin } })
  const invalidReplies = await sendAll(sender, await invalidFiles())
  report.check(
    'files that are not images, broken or too large are rejected',
    tally(invalidReplies, ({ reply }) => rejectedStatuses.includes(reply.status), show),
  )
  const mixedFiles = await sendAll(sender, await filesWithPayload())
  report.check(
    'images with other content are rejected or accepted',
    tally(mixedFiles, ({ reply }) => [200, ...rejectedStatuses].includes(reply.status), show),
  )
  const odd = await sendOdd(sender)
  report.check('odd forms are rejected, or accepted as an image', odd.outcome)
  const all = [...invalidReplies, ...mixedFiles, ...odd.attacks]
  const accepted = all.filter(({ reply }) => reply.status === 200)
  const served = await Promise.all(
    accepted.map(async (attack) => ({ ...attack, wrong: await describeServedProblem(sender, attack.reply) })),
  )
  report.check(
    'an accepted image is served as our rendering, without other content',
    tally(
      served,
      ({ wrong }) => wrong === '',
      ({ name, wrong }) => `${name}: ${wrong}`,
    ),
  )
  report.check(`each upload gets a response within ${maxResponseMs / 1000} s`, {
    ...tally(
      all,
      ({ reply }) => reply.ms <= maxResponseMs,
      ({ name, reply }) => `${name}: ${reply.ms.toFixed(0)} ms`,
    ),
  })
  report.check('a body of 100 MB without an end is rejected', await sendEndless(sender, site))
  await slowUpload
  reportMemory(report, site, before)
  reportFiles(report, site, accepted.length)
  const rows = (await listAgents(sender)).length
  report.check('every agent has an image', { tried: all.length, failed: Math.abs(rows - accepted.length) })
  client.close()
}

async function sendAll(sender: Sender, pictures: Picture[]): Promise<Attack[]> {
  const attacks: Attack[] = []
  for (const picture of pictures)
    attacks.push({ name: picture.name, reply: await sendForm(sender, await createForm(picture)) })
  return attacks
}

async function sendOdd(sender: Sender) {
  const attacks: (Attack & { mayPass: boolean })[] = []
  const count = oddForms({}).length
  for (let index = 0; index < count; index += 1) {
    const form = oddForms(agentValue(`Odd ${newCode()}`))[index]
    if (form) attacks.push({ name: form.name, mayPass: form.mayPass, reply: await sendForm(sender, form) })
  }
  const isExpected = ({ mayPass, reply }: { mayPass: boolean; reply: Reply }) =>
    rejectedStatuses.includes(reply.status) || (mayPass && reply.status === 200)
  return { attacks, outcome: tally(attacks, isExpected, show) }
}

const show = ({ name, reply }: Attack) => `${name}: ${reply.status} ${reply.text.slice(0, 120)}`

/** Content that is not an image for a browser, and metadata of the photographer. */
const forbiddenMarkers = [
  '<script',
  '<?php',
  'PK\u0003\u0004',
  'EXIF',
  'Exif',
  'ns.adobe',
  'XMP ',
  'ICCP',
  'alert(1)',
]

async function describeServedProblem({ client }: Sender, reply: Reply): Promise<string> {
  const { img } = getRow(reply)
  const { status, headers, text } = await client.send(String(img))
  const policy = String(headers['content-security-policy'])
  if (status !== 200) return `${img} has status ${status}`
  if (headers['content-type'] !== 'image/webp') return `it is ${headers['content-type']}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'its type may be guessed'
  if (!policy.includes("default-src 'none'") || !policy.includes('sandbox')) return `its policy is ${policy}`
  const contained = forbiddenMarkers.filter((marker) => text.includes(marker))
  return contained.length > 0 ? `it contains ${contained.join(', ')}` : ''
}

async function sendEndless(sender: Sender, site: Site) {
  async function* pieces() {
    for (let sent = 0; sent < 100; sent += 1) yield Buffer.alloc(mb, 'x')
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const start = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\n\r\n')
  async function* all() {
    yield start
    yield* pieces()
  }
  const outcome = await sendSlowly({ client: { origin: site.origin }, admin: sender.admin }, headers, all())
  return { tried: 1, failed: ['413', '400', 'closed'].includes(outcome) ? 0 : 1, figure: outcome }
}

/** Sends a byte a second: the site ends the connection before the end. */
async function sendSlowFile(report: Report, to: Parameters<typeof sendSlowly>[0]): Promise<void> {
  const seconds = report.amount(40, 60)
  let elapsedSeconds = 0
  async function* pieces() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\n\r\n')
    for (; elapsedSeconds < seconds; elapsedSeconds += 1) {
      await delay(1000)
      yield Buffer.from('x')
    }
  }
  const outcome = await sendSlowly(to, { 'content-type': 'multipart/form-data; boundary=x' }, pieces())
  const isRejected = elapsedSeconds < seconds && ['408', '400', '413', 'closed'].includes(outcome)
  report.check('a file that arrives one byte per second is rejected', {
    tried: 1,
    failed: isRejected ? 0 : 1,
    figure: `${outcome} after ${elapsedSeconds} s`,
  })
}

/** Memory in KB; `VmHWM` is the peak. */
function readMemoryKb(site: Site, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${site.pid()}/status`, 'utf8')
  return Number(status.match(new RegExp(`${line}:\\s*(\\d+)`))?.[1])
}

function reportMemory(report: Report, site: Site, before: number): void {
  const growth = readMemoryKb(site, 'VmHWM') - before
  report.check(`memory grows by less than ${maxGrowthKb / 1024} MB`, {
    tried: 1,
    failed: growth < maxGrowthKb ? 0 : 1,
    figure: `${(growth / 1024).toFixed(0)} MB`,
  })
}

/** Checks that only the upload folder has new files, one for each accepted image. */
function reportFiles(report: Report, { dataDir }: Site, accepted: number): void {
  const media = join(dataDir, 'media')
  const files = readdirSync(media, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const names = files.map(({ parentPath, name }) => relative(media, join(parentPath, name)))
  const unexpected = names.filter((name) => !/^agents\/[\w-]{22}\.webp$/.test(name))
  const outside = readdirSync(join(dataDir, '..')).filter((name) => name !== 'data')
  report.check('only accepted images are stored', {
    tried: accepted,
    failed: unexpected.length + outside.length + Math.abs(names.length - accepted),
    figure: [...unexpected, ...outside, `${names.length} files`].join(', '),
  })
}
