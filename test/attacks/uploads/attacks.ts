import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient, type Reply } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { agentValue, newCode, rowOf } from '../races/race-site.ts'
import { type Report, tally } from '../report.ts'
import { oddForms } from './forms.ts'
import { agentsOf, formWith, openSender, type Sender, sendForm, sendSlowly } from './senders.ts'
import { filesWithPayload, invalidFiles, type Picture } from './test-files.ts'

type Attack = { name: string; reply: Reply }

const refusals = [400, 413, 415, 431]
const slowestMs = 3000
const mostGrowth = 200 * 1024
const mb = 1024 * 1024

/** E1: what is no picture is refused; what is one is drawn anew, so that nothing else of it is kept. */
export async function attackForms(report: Report, site: Site): Promise<void> {
  const client = createTestClient(site.origin)
  const sender = await openSender(client)
  const before = memoryOf(site, 'VmRSS')
  writeFileSync(`/proc/${site.pid()}/clear_refs`, '5') // begins to look for the peak anew: starting takes more
  const dripping = drip(report, { ...sender, client: { origin: site.origin } })
  const never = await sendAll(sender, await invalidFiles())
  report.check(
    'what is no picture, broken or too large is refused',
    tally(never, ({ reply }) => refusals.includes(reply.status), show),
  )
  const maybe = await sendAll(sender, await filesWithPayload())
  report.check(
    'a picture with more in it is refused or taken',
    tally(maybe, ({ reply }) => [200, ...refusals].includes(reply.status), show),
  )
  const odd = await sendOdd(sender)
  report.check('odd forms are refused, or taken as a picture', odd.outcome)
  const all = [...never, ...maybe, ...odd.attacks]
  const kept = all.filter(({ reply }) => reply.status === 200)
  const served = await Promise.all(
    kept.map(async (one) => ({ ...one, wrong: await wrongIn(sender, one.reply) })),
  )
  report.check(
    'what was taken is served as a picture of ours, and holds nothing else',
    tally(
      served,
      ({ wrong }) => wrong === '',
      ({ name, wrong }) => `${name}: ${wrong}`,
    ),
  )
  report.check(`each is answered within ${slowestMs / 1000} s`, {
    ...tally(
      all,
      ({ reply }) => reply.ms <= slowestMs,
      ({ name, reply }) => `${name}: ${reply.ms.toFixed(0)} ms`,
    ),
  })
  report.check('100 MB without an end are refused', await endless(sender, site))
  await dripping
  reportMemory(report, site, before)
  reportFiles(report, site, kept.length)
  const rows = (await agentsOf(sender)).length
  report.check('no agent without a picture', { tried: all.length, failed: Math.abs(rows - kept.length) })
  client.close()
}

async function sendAll(sender: Sender, pictures: Picture[]): Promise<Attack[]> {
  const attacks: Attack[] = []
  for (const picture of pictures)
    attacks.push({ name: picture.name, reply: await sendForm(sender, await formWith(picture)) })
  return attacks
}

async function sendOdd(sender: Sender) {
  const attacks: (Attack & { mayPass: boolean })[] = []
  const count = oddForms({}).length
  for (let at = 0; at < count; at += 1) {
    const form = oddForms(agentValue(`Odd ${newCode()}`))[at]
    if (form) attacks.push({ name: form.name, mayPass: form.mayPass, reply: await sendForm(sender, form) })
  }
  const isRight = ({ mayPass, reply }: { mayPass: boolean; reply: Reply }) =>
    refusals.includes(reply.status) || (mayPass && reply.status === 200)
  return { attacks, outcome: tally(attacks, isRight, show) }
}

const show = ({ name, reply }: Attack) => `${name}: ${reply.status} ${reply.text.slice(0, 120)}`

/** What a browser could take for anything but a picture, or what tells of whoever took it. */
const foreign = ['<script', '<?php', 'PK\u0003\u0004', 'EXIF', 'Exif', 'ns.adobe', 'XMP ', 'ICCP', 'alert(1)']

async function wrongIn({ client }: Sender, reply: Reply): Promise<string> {
  const { img } = rowOf(reply)
  const { status, headers, text } = await client.send(String(img))
  const policy = String(headers['content-security-policy'])
  if (status !== 200) return `${img} is answered ${status}`
  if (headers['content-type'] !== 'image/webp') return `it is ${headers['content-type']}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'its type may be guessed'
  if (!policy.includes("default-src 'none'") || !policy.includes('sandbox')) return `its policy is ${policy}`
  const more = foreign.filter((words) => text.includes(words))
  return more.length > 0 ? `it holds ${more.join(', ')}` : ''
}

async function endless(sender: Sender, site: Site) {
  async function* pieces() {
    for (let sent = 0; sent < 100; sent += 1) yield Buffer.alloc(mb, 'x')
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const start = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\n\r\n')
  async function* all() {
    yield start
    yield* pieces()
  }
  const answer = await sendSlowly({ client: { origin: site.origin }, admin: sender.admin }, headers, all())
  return { tried: 1, failed: ['413', '400', 'closed'].includes(answer) ? 0 : 1, figure: answer }
}

/** A byte a second for a minute: the site does not wait so long. */
async function drip(report: Report, to: Parameters<typeof sendSlowly>[0]): Promise<void> {
  const seconds = report.amount(40, 60)
  let gone = 0
  async function* pieces() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="x.png"\r\n\r\n')
    for (; gone < seconds; gone += 1) {
      await delay(1000)
      yield Buffer.from('x')
    }
  }
  const answer = await sendSlowly(to, { 'content-type': 'multipart/form-data; boundary=x' }, pieces())
  const isCut = gone < seconds && ['408', '400', '413', 'closed'].includes(answer)
  report.check('a file that comes a byte a second is not waited for', {
    tried: 1,
    failed: isCut ? 0 : 1,
    figure: `${answer} after ${gone} s`,
  })
}

/** In KB; `VmHWM` is the most there ever was. */
function memoryOf(site: Site, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${site.pid()}/status`, 'utf8')
  return Number(status.match(new RegExp(`${line}:\\s*(\\d+)`))?.[1])
}

function reportMemory(report: Report, site: Site, before: number): void {
  const growth = memoryOf(site, 'VmHWM') - before
  report.check(`memory grows by less than ${mostGrowth / 1024} MB`, {
    tried: 1,
    failed: growth < mostGrowth ? 0 : 1,
    figure: `${(growth / 1024).toFixed(0)} MB`,
  })
}

/** Whatever was written lies among the uploads, a file for each picture that was taken. */
function reportFiles(report: Report, { dataDir }: Site, kept: number): void {
  const media = join(dataDir, 'media')
  const files = readdirSync(media, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const names = files.map(({ parentPath, name }) => relative(media, join(parentPath, name)))
  const strange = names.filter((name) => !/^agents\/[\w-]{22}\.webp$/.test(name))
  const outside = readdirSync(join(dataDir, '..')).filter((name) => name !== 'data')
  report.check('nothing is written but the pictures that were taken', {
    tried: kept,
    failed: strange.length + outside.length + Math.abs(names.length - kept),
    figure: [...strange, ...outside, `${names.length} files`].join(', '),
  })
}
