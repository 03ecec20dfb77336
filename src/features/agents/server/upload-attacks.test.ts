import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { agents, images } from '#db/schema.ts'
import { aForm, agentDraft, aPng, dataPart, filePart, rawForm } from '#support/forms.ts'
import { noPictures, pictures, rejectionPattern } from '#support/hostile-pictures.ts'
import type { Reply } from '#support/http-client.ts'
import { sendForm, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

/** Strings that no stored image may contain: code, archives, and metadata of cameras. */
const traces = ['<script', '<?php', 'PK\x03\x04', 'Exif', 'EXIF', 'ICCP', 'XMP ', 'GPS', '<svg', '<!doctype']

describe('hostile uploads of agent images', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database)
  const folder = () => join(app().mediaDir, 'agents')
  beforeEach(() => rmSync(app().mediaDir, { recursive: true, force: true }))

  const upload = (form: { headers: Record<string, string>; body: Buffer }) =>
    sendForm(app(), '/agent/createAgent', form)

  async function expectNothingStored(): Promise<void> {
    expect(existsSync(folder()) ? readdirSync(folder()) : []).toEqual([])
    expect(await database.db.$count(agents)).toBe(0)
    expect(await database.db.$count(images)).toBe(0)
  }

  /** Expects one stored file with a random name, and a URL that serves a plain image. */
  async function expectOnlyPicture(reply: Reply): Promise<void> {
    expect([reply.status, reply.body?.message]).toEqual([200, 'Agent added successfully!'])
    expect(readdirSync(app().mediaDir)).toEqual(['agents'])
    const [file = '', ...others] = readdirSync(folder())
    expect([file, others]).toEqual([expect.stringMatching(/^[\w-]{22}\.webp$/), []])
    const { img } = Object(reply.body?.data)
    const served = await app().send(img)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    for (const bytes of [readFileSync(join(folder(), file)), served.bytes]) {
      const { format, width = 0, height = 0, pages = 1, exif, icc } = await sharp(bytes).metadata()
      expect({ format, pages, exif, icc }).toEqual({ format: 'webp', pages: 1 })
      expect(Math.max(width, height)).toBeLessThanOrEqual(512)
      const text = bytes.toString('latin1')
      expect(traces.filter((trace) => text.includes(trace))).toEqual([])
    }
  }

  test.each(noPictures)('returns 400 for %s', async (_what, make) => {
    const bytes = await make()
    const reply = await upload(await aForm(agentDraft, { bytes }))
    expect([reply.status, reply.body?.message]).toEqual([400, expect.stringMatching(rejectionPattern)])
    expect(reply.body?.errors).toEqual([{ field: 'file', message: reply.body?.message }])
    await expectNothingStored()
  })

  test.each(pictures)('stores only the image of %s', async (_what, make) => {
    const bytes = await make()
    await expectOnlyPicture(await upload(await aForm(agentDraft, { bytes })))
  })

  test.each([
    ['SVG', 'image/svg+xml'],
    ['a page', 'text/html'],
    ['JPEG', 'image/jpeg'],
    ['nothing', ''],
    ['a lie with a line break', 'image/png; charset="\u2028"'],
  ])('treats a PNG with the content type of %s as a PNG', async (_what, type) => {
    await expectOnlyPicture(await upload(await aForm(agentDraft, { bytes: await aPng(), type })))
  })

  test.each([
    ['a path upwards', '../../../evil.png'],
    ['a coded path upwards', '..%2f..%2fevil.png'],
    ['a path of Windows', '..\\..\\evil.png'],
    ['a whole path', '/etc/cron.d/evil'],
    ['a NUL', 'mark.php\0.png'],
    ['4,000 letters', `${'a'.repeat(4000)}.png`],
    ['a turned direction', 'mark\u202egnp.exe'],
    ['a device of Windows', 'CON'],
    ['the settings of a server', '.htaccess'],
    ['a program', 'mark.png.php'],
    ['nothing', ''],
    ['only dots', '..'],
    ['a command', '$(id).png;id|id'],
  ])('stores a file named by %s under a random name', async (_what, name) => {
    const form = rawForm([dataPart(agentDraft), filePart(await aPng(), name)])
    await expectOnlyPicture(await upload(form))
  })

  test('accepts an image of the maximum size, and returns 413 for one byte more', async () => {
    const maxBytes = 5 * 1024 * 1024
    const png = await aPng()
    const fitting = Buffer.concat([png, Buffer.alloc(maxBytes - png.length)])
    const larger = await upload(await aForm(agentDraft, { bytes: Buffer.concat([fitting, Buffer.alloc(1)]) }))
    expect([larger.status, larger.body?.code]).toEqual([413, 'TOO_LARGE'])
    await expectNothingStored()
    await expectOnlyPicture(await upload(await aForm(agentDraft, { bytes: fitting })))
  })

  test('a change with an invalid file changes nothing', async () => {
    const { body } = await upload(await aForm(agentDraft, { bytes: await aPng() }))
    const { _id, img } = Object(body?.data)
    for (const [, make] of noPictures.slice(0, 5)) {
      const form = await aForm({ ...agentDraft, name: 'Other' }, { bytes: await make() })
      const reply = await sendForm(app(), `/agent/updateAgent?agent_id=${_id}`, form)
      expect([reply.status, reply.body?.message]).toEqual([400, expect.stringMatching(rejectionPattern)])
    }
    expect(await database.db.select().from(agents)).toMatchObject([{ name: 'CNFans', version: 1 }])
    expect((await app().send(img)).status).toBe(200)
    expect(readdirSync(folder())).toHaveLength(1)
  })
})
