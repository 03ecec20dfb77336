import { createTestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { type Report, tally } from '../report.ts'
import { createForm, openSender, sendForm } from '../uploads/senders.ts'
import type { Picture } from '../uploads/test-files.ts'
import type { startHost } from './host.ts'
import { watchMemory } from './memory.ts'

type Host = Awaited<ReturnType<typeof startHost>>
type ImageReply = { name: string; status: number; headers: Headers; bytes: Buffer; ms: number }

const maxResponseMs = 3_000
const maxGrowthMb = 200
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

/** Requests hostile files of an allowed host by the site's own image URLs. */
export async function attackImageService(
  report: Report,
  site: Site,
  host: Host,
  files: Picture[],
): Promise<void> {
  const addresses = await listAddresses(site, host)
  report.check('the site has an image URL for every file', {
    tried: files.length,
    failed: Math.abs(files.length - addresses.length),
  })
  const getGrowthMb = watchMemory(site)
  const replies: ImageReply[] = []
  for (const [index, address] of addresses.entries())
    replies.push(await requestImage(site, address, files[index]))
  reportReplies(report, replies)
  report.check(`each image request gets a response within ${maxResponseMs / 1000} s`, checkTimes(replies))
  const rounds = report.amount(1, 3, 6)
  const concurrentReplies: ImageReply[] = []
  for (let round = 0; round < rounds; round += 1) {
    const widths = [96, 160, 480, 1080, 1600, 320]
    const all = addresses.map((address, index) =>
      requestImage(site, changeWidth(address, widths[round] ?? 720), files[index]),
    )
    concurrentReplies.push(...(await Promise.all(all)))
  }
  report.check(
    'concurrent requests get an image, 404 or 503',
    tally(concurrentReplies, ({ status }) => [200, 404, 503].includes(status), describeReply),
  )
  reportMemory(report, getGrowthMb())
  await reportHealth(report, site)
}

/** The same files as an upload. */
export async function attackUploads(report: Report, site: Site, files: Picture[]): Promise<void> {
  const client = createTestClient(site.origin)
  const sender = await openSender(client)
  const getGrowthMb = watchMemory(site)
  const replies: { name: string; status: number; ms: number }[] = []
  for (const file of files) {
    // The site may close the connection before a too large file is sent.
    const cutOff = { status: 413, ms: 0 }
    const { status, ms } = await sendForm(sender, await createForm(file)).catch(() => cutOff)
    replies.push({ name: file.name, status, ms })
  }
  report.check(
    'uploads are accepted or rejected',
    tally(
      replies,
      ({ status }) => [200, 400, 413].includes(status),
      ({ name, status }) => `${name}: ${status}`,
    ),
  )
  report.check(`each upload gets a response within ${maxResponseMs / 1000} s`, checkTimes(replies))
  reportMemory(report, getGrowthMb())
  await reportHealth(report, site)
  client.close()
}

async function listAddresses(site: Site, { items }: Host): Promise<string[]> {
  const lists = items.map(async (id) => {
    const reply = await fetch(`${site.origin}/api/v1/product-info?shopType=weidian&productCode=${id}`)
    const { productInfo } = Object(await reply.json())
    return Object(productInfo).imgList as string[] // the site's own contract
  })
  return (await Promise.all(lists)).flat().map((address) => address.replace(/#.*/, ''))
}

const changeWidth = (address: string, width: number) => address.replace('/720/', `/${width}/`)

async function requestImage(site: Site, address: string, file: Picture | undefined): Promise<ImageReply> {
  const startMs = performance.now()
  const reply = await fetch(site.origin + address)
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { status, headers } = reply
  return { name: file?.name ?? address, status, headers, bytes, ms: performance.now() - startMs }
}

function reportReplies(report: Report, replies: ImageReply[]): void {
  report.check(
    'a file is served as an image or gets 404',
    tally(replies, ({ status }) => status === 200 || status === 404, describeReply),
  )
  const rendered = replies.filter(({ status }) => status === 200)
  report.check(
    'a served image is our WebP without other content',
    tally(rendered, isOwnRendering, describeReply),
  )
  const programs = replies.filter(({ name }) => /SVG|script|page that|PHP$|ZIP$|film|program/.test(name))
  const isBoth = ({ name }: ImageReply) => /^(a|an) (PNG|GIF|JPEG|WebP)/.test(name)
  report.check(
    'files that are programs or pages get 404',
    tally(
      programs.filter((one) => !isBoth(one)),
      ({ status }) => status === 404,
      describeReply,
    ),
  )
}

function isOwnRendering({ headers, bytes }: ImageReply): boolean {
  const text = bytes.toString('latin1')
  return (
    headers.get('content-type') === 'image/webp' &&
    headers.get('x-content-type-options') === 'nosniff' &&
    /default-src 'none'.*sandbox/.test(headers.get('content-security-policy') ?? '') &&
    text.startsWith('RIFF') &&
    !forbiddenMarkers.some((marker) => text.includes(marker))
  )
}

function checkTimes(replies: { name: string; ms: number }[]) {
  const slowest = replies.toSorted((a, b) => b.ms - a.ms)[0]
  const outcome = tally(
    replies,
    ({ ms }) => ms <= maxResponseMs,
    ({ name, ms }) => `${name}: ${ms.toFixed(0)} ms`,
  )
  return { ...outcome, figure: `slowest: ${slowest?.name}, ${slowest?.ms.toFixed(0)} ms` }
}

function reportMemory(report: Report, growthMb: number): void {
  report.check(`memory grows by less than ${maxGrowthMb} MB`, {
    tried: 1,
    failed: growthMb < maxGrowthMb ? 0 : 1,
    figure: `${growthMb.toFixed(0)} MB`,
  })
}

async function reportHealth(report: Report, site: Site): Promise<void> {
  const { status } = await fetch(`${site.origin}/readyz`)
  const restartCount = site.printed().split('is ready on').length - 2
  report.check('the site is ready and was not restarted', {
    tried: 1,
    failed: (status === 200 ? 0 : 1) + restartCount,
  })
}

const describeReply = ({ name, status, headers }: ImageReply) =>
  `${name}: ${status} ${headers.get('content-type')}`
