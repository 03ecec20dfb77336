import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createTestClient, type Reply } from '#support/http-client.ts'
import { as, getRow } from '../races/race-site.ts'
import { type Report, tally } from '../report.ts'
import { withSite } from '../site.ts'
import { createForm, listAgents, openSender, type Sender, sendForm } from './senders.ts'

const uploads = 50
const expectedMessage = 'Failed to add agent'

/** E3: the disk for images is full. Uploads fail with a message, and leave neither a row nor a partial file. */
export async function fillDisk(report: Report, env: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chopmark-full-'))
  if (!mountSmallDisk(folder)) {
    console.log('    This user may not mount a disk of 1 MB, so the check of the full disk is skipped.')
    rmSync(folder, { recursive: true })
    return
  }
  try {
    await withSite({ ...env, MEDIA_DIR: folder }, async (site) => {
      const client = createTestClient(site.origin)
      await fillAndCheck(report, await openSender(client), join(folder, 'agents'))
      client.close()
    })
  } finally {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
}

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function fillAndCheck(report: Report, sender: Sender, folder: string): Promise<void> {
  const replies: Reply[] = []
  for (let sent = 0; sent < uploads; sent += 1) replies.push(await sendNoise(sender))
  const [accepted, refused] = [
    replies.filter(({ status }) => status === 200),
    replies.filter(({ status }) => status !== 200),
  ]
  report.check('the disk is full', {
    tried: uploads,
    failed: refused.length > 0 && accepted.length > 0 ? 0 : 1,
  })
  report.check(
    'an upload to a full disk gets a message',
    tally(
      refused,
      ({ status, body }) => status === 503 && body.message === expectedMessage,
      ({ status, text }) => `${status} ${text}`,
    ),
  )
  const { client, admin } = sender
  const rows = (await listAgents(sender)).length
  const files = readdirSync(folder)
  const isConsistent =
    rows === accepted.length &&
    files.length === accepted.length &&
    !files.some((name) => name.startsWith('.'))
  report.check('rejected uploads leave no row and no file', {
    tried: refused.length,
    failed: isConsistent ? 0 : 1,
    figure: `${accepted.length} accepted, ${rows} rows, ${files.length} files`,
  })
  const { _id } = getRow(accepted[0] ?? throwNoUpload())
  getRow(await client.call(`DELETE /agent/deleteAgent?agent_id=${_id}`, undefined, as(admin)))
  for (const name of files) rmSync(join(folder, name))
  const after = await sendNoise(sender)
  report.check('uploads work again with free space', {
    tried: 1,
    failed: after.status === 200 ? 0 : 1,
    figure: after.text.slice(0, 80),
  })
}

/** Noise does not compress, so its image needs space. */
async function sendNoise(sender: Sender): Promise<Reply> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const bytes = await sharp({ create: { width: 320, height: 320, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer()
  return sendForm(sender, await createForm({ name: 'noise', bytes }))
}

function throwNoUpload(): never {
  throw new Error('No upload was accepted.')
}
