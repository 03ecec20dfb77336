import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { images } from '#db/schema.ts'
import { anAgent } from '#support/factories.ts'
import { aForm, agentDraft, aPng } from '#support/forms.ts'
import { sendForm } from '#test/api.ts'

import { getStatusAndMessage, unknownId, useAgentFixture } from '#test/fixtures/agent-fixture.ts'

describe('adding and changing agents', () => {
  const { database, app, list, files, shown: readList, create, change, three } = useAgentFixture()

  describe('a new agent', () => {
    test('is added at the end of the list, with its image', async () => {
      await anAgent(database.db, { name: 'First', isSelected: true })
      const reply = await create()
      expect(getStatusAndMessage(reply)).toEqual([200, 'Agent added successfully!'])
      expect(reply.body?.data).toEqual({
        _id: expect.any(String),
        ...agentDraft,
        img: expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp$/),
        active: true,
        isSelected: false,
        serial: 2,
        version: 1,
      })
      expect(await readList()).toEqual(['First*', 'CNFans'])
    })

    test('has an image without metadata', async () => {
      const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
        .jpeg()
        .toBuffer()
      expect((await create({}, photo)).status).toBe(200)
      const [agent] = await list()
      const picture = await app().send(agent?.img ?? '')
      expect(picture.status).toBe(200)
      expect(picture.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const [file = ''] = files()
      expect(file).toMatch(/^[\w-]{22}\.webp$/)
      const metadata = await sharp(join(app().mediaDir, 'agents', file)).metadata()
      expect([metadata.format, metadata.width, metadata.height, metadata.exif, metadata.icc]).toEqual([
        'webp',
        512,
        341,
        undefined,
        undefined,
      ])
    })

    test('is selected when it is the first active agent', async () => {
      await create({ name: 'Closed', active: false })
      expect(await readList()).toEqual(['(Closed)'])
      await create({ name: 'Open' })
      expect(await readList()).toEqual(['(Closed)', 'Open*'])
    })

    test('is visible to visitors at once', async () => {
      expect(await list({})).toEqual([])
      await create()
      expect((await list({})).map(({ name }) => name)).toEqual(['CNFans'])
    })

    test.each(['CNFans', 'cnfans', ' CNFANS '])(
      'returns 409 for the name %j when CNFans exists',
      async (name) => {
        await anAgent(database.db, { name: 'CNFans', isSelected: true })
        const reply = await create({ name })
        expect(getStatusAndMessage(reply)).toEqual([409, 'An agent with this name already exists.'])
        expect(await readList()).toEqual(['CNFans*'])
        expect(files()).toEqual([])
        expect(await database.db.select().from(images)).toEqual([])
      },
    )

    test('may have the name of a deleted agent', async () => {
      await anAgent(database.db, { name: 'CNFans', position: null, deletedAt: new Date() })
      expect((await create()).status).toBe(200)
    })

    test.each([
      ['name', { name: ' ' }, 'Agent name is required'],
      ['name', { name: 'x'.repeat(81) }, expect.any(String)],
      ['name', { name: 'CN\u202eFans' }, "This name contains characters we can't accept."],
      ['offer', { offer: '' }, 'Offer is required'],
      ['offer', { offer: 'a\nb' }, 'This offer cannot be used.'],
      [
        'to.taobao',
        { to: { ...agentDraft.to, taobao: 'javascript:alert({id})' } },
        expect.stringContaining('http'),
      ],
      [
        'to.weidian',
        { to: { ...agentDraft.to, weidian: 'https://a.example/' } },
        expect.stringContaining('{id}'),
      ],
      ['to.ali_1688', { to: { ...agentDraft.to, ali_1688: 1 } }, expect.any(String)],
      ['to', { to: undefined }, 'to is required.'],
      ['active', { active: 'yes' }, expect.any(String)],
    ])('returns 400 for an invalid %s', async (field, wrong, message) => {
      const reply = await create(wrong)
      expect(getStatusAndMessage(reply)).toEqual([400, message])
      expect(reply.body?.errors).toEqual([{ field, message }])
      expect(await list()).toEqual([])
    })

    test('returns 400 without an image', async () => {
      const reply = await sendForm(app(), '/agent/createAgent', await aForm(agentDraft))
      expect(getStatusAndMessage(reply)).toEqual([400, 'Please provide an image'])
      expect(reply.body?.errors).toEqual([{ field: 'file', message: 'Please provide an image' }])
    })

    test('ignores other fields of the form', async () => {
      await anAgent(database.db, { name: 'First', isSelected: true })
      await create({ isSelected: true, serial: 1, position: 1, version: 9, _id: unknownId, image: '/x.svg' })
      expect((await list())[1]).toMatchObject({ name: 'CNFans', serial: 2, isSelected: false, version: 1 })
    })
  })

  describe('a changed agent', () => {
    test('has the sent values and the same image', async () => {
      const { id } = await anAgent(database.db, { name: 'Old', isSelected: true })
      const reply = await change(id, { ...agentDraft, active: false })
      expect(getStatusAndMessage(reply)).toEqual([200, 'Agent updated successfully!'])
      const changed = { ...agentDraft, img: '/agents/mark.svg', active: true, isSelected: true, version: 2 }
      expect(reply.body?.data).toMatchObject(changed)
      expect(await list()).toMatchObject([changed])
    })

    test('has a new image when one was sent', async () => {
      const { id } = await anAgent(database.db, { isSelected: true })
      expect((await change(id, agentDraft, await aPng())).status).toBe(200)
      const [agent] = await list()
      expect((await app().send(agent?.img ?? '')).headers['content-type']).toBe('image/webp')
      expect(files()).toHaveLength(1)
    })

    test('may change the case of its name, and returns 409 for the name of another agent', async () => {
      const [a] = await three()
      expect((await change(a, { ...agentDraft, name: 'a' })).status).toBe(200)
      expect(getStatusAndMessage(await change(a, { ...agentDraft, name: 'b' }, await aPng()))).toEqual([
        409,
        'An agent with this name already exists.',
      ])
      expect(await readList()).toEqual(['a*', 'B', 'C'])
      expect(files()).toEqual([])
    })

    test('returns 409 for a change based on an older version', async () => {
      const { id } = await anAgent(database.db, { isSelected: true })
      const first = await change(id, { ...agentDraft, offer: 'The first', version: 1 })
      expect(first.status).toBe(200)
      const late = await change(id, { ...agentDraft, offer: 'The second', version: 1 }, await aPng())
      expect(getStatusAndMessage(late)).toEqual([
        409,
        'This agent was changed by someone else. Please reload.',
      ])
      expect(await list()).toMatchObject([{ offer: 'The first', version: 2 }])
      expect(files()).toEqual([])
      expect((await change(id, { ...agentDraft, offer: 'The second', version: 2 })).status).toBe(200)
    })

    test('is overwritten by a change without a version', async () => {
      const { id } = await anAgent(database.db, { isSelected: true })
      await Promise.all([1, 2, 3].map(() => change(id, agentDraft)))
      expect(await list()).toMatchObject([{ version: 4 }])
    })

    test.each([unknownId, 'x', ''])('returns 404 or 400 for the id %j', async (id) => {
      expect((await change(id, agentDraft)).status).toBe(id === unknownId ? 404 : 400)
    })
  })

  test('accepts one of many concurrent agents with the same name', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => create()))
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect(await readList()).toEqual(['CNFans*'])
    expect(files()).toHaveLength(1)
  })
})
