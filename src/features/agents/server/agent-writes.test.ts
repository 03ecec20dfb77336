import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { agents, images } from '#db/schema.ts'
import { verifyData } from '#main/verify.ts'
import { apiBase } from '#shared/paths.ts'
import { type TestReply, tokens, useApp, useTokens } from '#test/api.ts'
import { modes, useDatabase } from '#test/database.ts'
import { anAgent } from '#test/factories.ts'
import { aForm, agentDraft, aPng, sendForm } from '#test/multipart.ts'

const admin = { authorization: tokens.admin }
const nobodysId = '0198a000-0000-7000-8000-000000000001'

type Listed = { _id: string; name: string; serial: number; active: boolean; isSelected: boolean; img: string }

describe.each(modes)('the writing of agents on %s', (mode) => {
  const database = useDatabase(mode)
  useTokens(database)
  const app = useApp(database)

  async function list(headers: Record<string, string> = admin): Promise<Listed[]> {
    const { body } = await app().get('/agent/getAgent', headers)
    return Array.isArray(body?.data) ? body.data : []
  }
  /** In their order, the selected one with a star, closed ones in brackets. */
  async function shown(): Promise<string[]> {
    expect(await verifyData(database.db)).toEqual([])
    return (await list()).map(({ name, active, isSelected }) =>
      active ? name + (isSelected ? '*' : '') : `(${name})`,
    )
  }
  async function create(draft: object = {}, bytes?: Uint8Array): Promise<TestReply> {
    const file = { bytes: bytes ?? (await aPng()) }
    return sendForm(app(), '/agent/createAgent', await aForm({ ...agentDraft, ...draft }, file))
  }
  const change = (id: string, body: object, bytes?: Uint8Array): Promise<TestReply> =>
    aForm(body, bytes && { bytes }).then((form) => sendForm(app(), `/agent/updateAgent?agent_id=${id}`, form))
  const ask = (method: string, path: string) => app().send(apiBase + path, { method, headers: admin })
  const folder = () => join(app().mediaDir, 'agents')
  const files = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  beforeEach(() => rmSync(folder(), { recursive: true, force: true }))
  /** A, B and C in this order, A selected. */
  async function three(): Promise<[a: string, b: string, c: string]> {
    const a = await anAgent(database.db, { name: 'A', isSelected: true })
    const b = await anAgent(database.db, { name: 'B' })
    const c = await anAgent(database.db, { name: 'C' })
    return [a.id, b.id, c.id]
  }
  const said = ({ status, body }: TestReply) => [status, body?.message]

  describe('a new agent', () => {
    test('comes at the end of the list, with its picture', async () => {
      await anAgent(database.db, { name: 'First', isSelected: true })
      const reply = await create()
      expect(said(reply)).toEqual([200, 'Agent added successfully!'])
      expect(reply.body?.data).toEqual({
        _id: expect.any(String),
        ...agentDraft,
        img: expect.stringMatching(/^\/img\/[\w-]+\/720\/[\w-]+\.webp$/),
        active: true,
        isSelected: false,
        serial: 2,
        version: 1,
      })
      expect(await shown()).toEqual(['First*', 'CNFans'])
    })

    test('has a picture that is nothing but a picture, wherever it came from', async () => {
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
      const kept = await sharp(join(app().mediaDir, 'agents', file)).metadata()
      expect([kept.format, kept.width, kept.height, kept.exif, kept.icc]).toEqual([
        'webp',
        512,
        341,
        undefined,
        undefined,
      ])
    })

    test('is selected when it is the first active one', async () => {
      await create({ name: 'Closed', active: false })
      expect(await shown()).toEqual(['(Closed)'])
      await create({ name: 'Open' })
      expect(await shown()).toEqual(['(Closed)', 'Open*'])
    })

    test('is seen by visitors at once', async () => {
      expect(await list({})).toEqual([])
      await create()
      expect((await list({})).map(({ name }) => name)).toEqual(['CNFans'])
    })

    test.each(['CNFans', 'cnfans', ' CNFANS '])(
      'may not be called %j when there is a CNFans',
      async (name) => {
        await anAgent(database.db, { name: 'CNFans', isSelected: true })
        const reply = await create({ name })
        expect(said(reply)).toEqual([409, 'There is an agent with this name already.'])
        expect(await shown()).toEqual(['CNFans*'])
        expect(files()).toEqual([])
        expect(await database.db.select().from(images)).toEqual([])
      },
    )

    test('may be called as a deleted one was', async () => {
      await anAgent(database.db, { name: 'CNFans', position: null, deletedAt: new Date() })
      expect((await create()).status).toBe(200)
    })

    test.each([
      ['name', { name: ' ' }, 'Agent name is required'],
      ['name', { name: 'x'.repeat(81) }, expect.any(String)],
      ['name', { name: 'CN\u202eFans' }, 'This name cannot be used.'],
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
    ])('is refused for its %s', async (field, wrong, message) => {
      const reply = await create(wrong)
      expect(said(reply)).toEqual([400, message])
      expect(reply.body?.errors).toEqual([{ field, message }])
      expect(await list()).toEqual([])
    })

    test('needs a picture', async () => {
      const reply = await sendForm(app(), '/agent/createAgent', await aForm(agentDraft))
      expect(said(reply)).toEqual([400, 'Please provide an image'])
      expect(reply.body?.errors).toEqual([{ field: 'file', message: 'Please provide an image' }])
    })

    test('takes nothing else from the form', async () => {
      await anAgent(database.db, { name: 'First', isSelected: true })
      await create({ isSelected: true, serial: 1, position: 1, version: 9, _id: nobodysId, image: '/x.svg' })
      expect((await list())[1]).toMatchObject({ name: 'CNFans', serial: 2, isSelected: false, version: 1 })
    })
  })

  describe('a changed agent', () => {
    test('has what was sent, and keeps its picture', async () => {
      const { id } = await anAgent(database.db, { name: 'Old', isSelected: true })
      const reply = await change(id, { ...agentDraft, active: false })
      expect(said(reply)).toEqual([200, 'Agent updated successfully!'])
      const changed = { ...agentDraft, img: '/agents/mark.svg', active: true, isSelected: true, version: 2 }
      expect(reply.body?.data).toMatchObject(changed)
      expect(await list()).toMatchObject([changed])
    })

    test('has a new picture when one was sent', async () => {
      const { id } = await anAgent(database.db, { isSelected: true })
      expect((await change(id, agentDraft, await aPng())).status).toBe(200)
      const [agent] = await list()
      expect((await app().send(agent?.img ?? '')).headers['content-type']).toBe('image/webp')
      expect(files()).toHaveLength(1)
    })

    test('may keep its name in another spelling, and take no other’s', async () => {
      const [a] = await three()
      expect((await change(a, { ...agentDraft, name: 'a' })).status).toBe(200)
      expect(said(await change(a, { ...agentDraft, name: 'b' }, await aPng()))).toEqual([
        409,
        'There is an agent with this name already.',
      ])
      expect(await shown()).toEqual(['a*', 'B', 'C'])
      expect(files()).toEqual([])
    })

    test('is not overwritten by who has read an older one', async () => {
      const { id } = await anAgent(database.db, { isSelected: true })
      const first = await change(id, { ...agentDraft, offer: 'The first', version: 1 })
      expect(first.status).toBe(200)
      const late = await change(id, { ...agentDraft, offer: 'The second', version: 1 }, await aPng())
      expect(said(late)).toEqual([409, 'This agent was changed by someone else. Please reload.'])
      expect(await list()).toMatchObject([{ offer: 'The first', version: 2 }])
      expect(files()).toEqual([])
      expect((await change(id, { ...agentDraft, offer: 'The second', version: 2 })).status).toBe(200)
    })

    test('without a version is the one that was sent last', async () => {
      const { id } = await anAgent(database.db, { isSelected: true })
      await Promise.all([1, 2, 3].map(() => change(id, agentDraft)))
      expect(await list()).toMatchObject([{ version: 4 }])
    })

    test.each([nobodysId, 'x', ''])('must be one that there is, not %j', async (id) => {
      expect((await change(id, agentDraft)).status).toBe(id === nobodysId ? 404 : 400)
    })
  })

  describe('the place of an agent', () => {
    test.each([
      [1, 3, ['B', 'C', 'A*']],
      [3, 1, ['C', 'A*', 'B']],
      [2, 3, ['A*', 'C', 'B']],
      [2, 2, ['A*', 'B', 'C']],
    ])('goes from %i to %i', async (from, to, order) => {
      const ids = await three()
      const reply = await ask('PATCH', `/agent/setAgentSerial?agent_id=${ids[from - 1]}&serial_No=${to}`)
      expect(said(reply)).toEqual([200, `${'ABC'[from - 1]} serial updated successfully!`])
      expect(reply.body?.data).toMatchObject({ serial: to })
      expect(await shown()).toEqual(order)
    })

    test.each(['0', '4', '-1', '1.5', '1e0', 'x', ''])('is never %j of three', async (place) => {
      const [a] = await three()
      const reply = await ask('PATCH', `/agent/setAgentSerial?agent_id=${a}&serial_No=${place}`)
      expect(reply.status).toBe(400)
      expect(reply.body?.errors).toMatchObject([{ field: 'serial_No' }])
      expect(await shown()).toEqual(['A*', 'B', 'C'])
    })
  })

  describe('closing and opening', () => {
    const set = (id: string, active: boolean) =>
      ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${id}&active=${active}`)

    test('names the agent and its state', async () => {
      const [, b] = await three()
      expect(said(await set(b, false))).toEqual([200, 'B state updated to Inactive!'])
      expect(await shown()).toEqual(['A*', '(B)', 'C'])
      expect((await list({})).map(({ name }) => name)).toEqual(['A', 'C'])
      expect(said(await set(b, true))).toEqual([200, 'B state updated to Active!'])
      expect(said(await set(b, true))).toEqual([200, 'B state updated to Active!'])
    })

    test('hands the selection on to the next active one, and behind the last to the first', async () => {
      const [a, b, c] = await three()
      await set(a, false)
      expect(await shown()).toEqual(['(A)', 'B*', 'C'])
      await set(b, false)
      expect(await shown()).toEqual(['(A)', '(B)', 'C*'])
      await set(a, true)
      await set(c, false)
      expect(await shown()).toEqual(['A*', '(B)', '(C)'])
      await set(a, false)
      expect(await shown()).toEqual(['(A)', '(B)', '(C)'])
      await set(b, true)
      expect(await shown()).toEqual(['(A)', 'B*', '(C)'])
    })

    test('has a path in the right spelling too', async () => {
      const [, b] = await three()
      const path = `/agent/activateOrDeactivateAnAgent?agent_id=${b}&active=false`
      expect((await ask('PATCH', path)).status).toBe(200)
    })

    test.each(['1', 'yes', '', 'TRUE'])('takes %j for neither', async (active) => {
      const [a] = await three()
      expect(
        (await ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${a}&active=${active}`)).status,
      ).toBe(400)
    })
  })

  describe('the selection', () => {
    const select = (id: string, isSelected = true) =>
      ask('PATCH', `/agent/selectAgent?agent_id=${id}&isSelected=${isSelected}`)

    test('goes to another agent', async () => {
      const [, b] = await three()
      expect(said(await select(b))).toEqual([200, 'B updated to selected!'])
      expect(await shown()).toEqual(['A', 'B*', 'C'])
      expect(said(await select(b))).toEqual([200, 'B updated to selected!'])
    })

    test('is never taken away', async () => {
      const [a, b] = await three()
      for (const id of [a, b]) {
        expect(said(await select(id, false))).toEqual([
          400,
          'You cannot unselect an agent! Please select another agent instead.',
        ])
      }
      expect(await shown()).toEqual(['A*', 'B', 'C'])
    })

    test('never goes to a closed one', async () => {
      await three()
      const { id } = await anAgent(database.db, { name: 'D', active: false })
      expect(said(await select(id))).toEqual([409, 'Only an active agent can be selected.'])
      expect(await shown()).toEqual(['A*', 'B', 'C', '(D)'])
    })
  })

  describe('a deleted agent', () => {
    const remove = (id: string) => ask('DELETE', `/agent/deleteAgent?agent_id=${id}`)

    test('leaves no gap, and hands the selection on', async () => {
      const [a, b] = await three()
      expect(said(await remove(a))).toEqual([200, 'Agent has been deleted.'])
      expect(await shown()).toEqual(['B*', 'C'])
      expect((await list()).map(({ serial }) => serial)).toEqual([1, 2])
      await remove(b)
      expect(await shown()).toEqual(['C*'])
      expect(said(await remove(b))).toEqual([404, 'There is no such agent.'])
    })

    test('keeps its row and its file', async () => {
      const { body } = await create()
      const { _id } = Object(body?.data)
      await remove(_id)
      expect(files()).toHaveLength(1)
      const [row] = await database.db.select().from(agents).where(eq(agents.id, _id))
      expect(row).toMatchObject({
        name: 'CNFans',
        position: null,
        isSelected: false,
        deletedAt: expect.any(Date),
      })
    })

    test('is out of reach of every call', async () => {
      const { id } = await anAgent(database.db, { position: null, deletedAt: new Date() })
      const replies = [
        await change(id, agentDraft),
        await ask('PATCH', `/agent/setAgentSerial?agent_id=${id}&serial_No=1`),
        await ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${id}&active=true`),
        await ask('PATCH', `/agent/selectAgent?agent_id=${id}&isSelected=true`),
        await remove(id),
      ]
      expect(replies.map(said)).toEqual(replies.map(() => [404, 'There is no such agent.']))
    })
  })

  test('whatever is done at once, the rules hold and nothing fails', async () => {
    const ids = await three()
    for (let round = 0; round < 20; round += 1) {
      const replies = await Promise.all(
        ids.flatMap((id, at) => [
          ask('PATCH', `/agent/setAgentSerial?agent_id=${id}&serial_No=${((at + round) % 3) + 1}`),
          ask('PATCH', `/agent/selectAgent?agent_id=${id}&isSelected=true`),
          ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${id}&active=${(at + round) % 2 === 0}`),
        ]),
      )
      expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      expect(await shown()).toHaveLength(3)
    }
  })

  test('of many who add the same name one does', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => create()))
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
    expect(await shown()).toEqual(['CNFans*'])
    expect(files()).toHaveLength(1)
  })
})
