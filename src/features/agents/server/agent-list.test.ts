import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { agents } from '#db/schema.ts'
import { anAgent } from '#support/factories.ts'
import { agentDraft } from '#support/forms.ts'

import { getStatusAndMessage, useAgentFixture } from '#test/fixtures/agent-fixture.ts'

describe('the list of agents', () => {
  const { database, list, files, shown: readList, create, change, ask, three } = useAgentFixture()

  describe('the position of an agent', () => {
    test.each([
      [1, 3, ['B', 'C', 'A*']],
      [3, 1, ['C', 'A*', 'B']],
      [2, 3, ['A*', 'C', 'B']],
      [2, 2, ['A*', 'B', 'C']],
    ])('changes from %i to %i', async (from, to, order) => {
      const ids = await three()
      const reply = await ask('PATCH', `/agent/setAgentSerial?agent_id=${ids[from - 1]}&serial_No=${to}`)
      expect(getStatusAndMessage(reply)).toEqual([200, `${'ABC'[from - 1]} serial updated successfully!`])
      expect(reply.body?.data).toMatchObject({ serial: to })
      expect(await readList()).toEqual(order)
    })

    test.each(['0', '4', '-1', '1.5', '1e0', 'x', ''])(
      'returns 400 for the position %j of three',
      async (position) => {
        const [a] = await three()
        const reply = await ask('PATCH', `/agent/setAgentSerial?agent_id=${a}&serial_No=${position}`)
        expect(reply.status).toBe(400)
        expect(reply.body?.errors).toMatchObject([{ field: 'serial_No' }])
        expect(await readList()).toEqual(['A*', 'B', 'C'])
      },
    )
  })

  describe('turning an agent off and on', () => {
    const set = (id: string, active: boolean) =>
      ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${id}&active=${active}`)

    test('returns a message with the agent and its state', async () => {
      const [, b] = await three()
      expect(getStatusAndMessage(await set(b, false))).toEqual([200, 'B state updated to Inactive!'])
      expect(await readList()).toEqual(['A*', '(B)', 'C'])
      expect((await list({})).map(({ name }) => name)).toEqual(['A', 'C'])
      expect(getStatusAndMessage(await set(b, true))).toEqual([200, 'B state updated to Active!'])
      expect(getStatusAndMessage(await set(b, true))).toEqual([200, 'B state updated to Active!'])
    })

    test('makes the first active agent the default, and names it in the message', async () => {
      const [a, b, c] = await three()
      expect(getStatusAndMessage(await set(a, false))).toEqual([
        200,
        'A state updated to Inactive! B is now the default agent.',
      ])
      expect(await readList()).toEqual(['(A)', 'B*', 'C'])
      await set(b, false)
      expect(await readList()).toEqual(['(A)', '(B)', 'C*'])
      await set(a, true)
      await set(c, false)
      expect(await readList()).toEqual(['A*', '(B)', '(C)'])
      await set(a, false)
      expect(await readList()).toEqual(['(A)', '(B)', '(C)'])
      await set(b, true)
      expect(await readList()).toEqual(['(A)', 'B*', '(C)'])
    })

    test('makes the first agent with all marketplaces the default', async () => {
      const link = 'https://agent.example/{id}'
      const partial = { linkTaobao: link, linkWeidian: '', linkAli1688: link }
      await anAgent(database.db, { ...partial, name: 'A' })
      const { id } = await anAgent(database.db, { name: 'B', isSelected: true })
      await anAgent(database.db, { ...partial, name: 'C' })
      await anAgent(database.db, { ...partial, name: 'D', linkWeidian: link })
      await set(id, false)
      expect(await readList()).toEqual(['A', '(B)', 'C', 'D*'])
    })

    test('also accepts the path in the correct spelling', async () => {
      const [, b] = await three()
      const path = `/agent/activateOrDeactivateAnAgent?agent_id=${b}&active=false`
      expect((await ask('PATCH', path)).status).toBe(200)
    })

    test.each(['1', 'yes', '', 'TRUE'])('returns 400 for the state %j', async (active) => {
      const [a] = await three()
      expect(
        (await ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${a}&active=${active}`)).status,
      ).toBe(400)
    })
  })

  describe('the selection', () => {
    const select = (id: string, isSelected = true) =>
      ask('PATCH', `/agent/selectAgent?agent_id=${id}&isSelected=${isSelected}`)

    test('changes to another agent', async () => {
      const [, b] = await three()
      expect(getStatusAndMessage(await select(b))).toEqual([200, 'B updated to selected!'])
      expect(await readList()).toEqual(['A', 'B*', 'C'])
      expect(getStatusAndMessage(await select(b))).toEqual([200, 'B updated to selected!'])
    })

    test('returns 400 when it would be removed', async () => {
      const [a, b] = await three()
      for (const id of [a, b]) {
        expect(getStatusAndMessage(await select(id, false))).toEqual([
          400,
          'You cannot unselect an agent! Please select another agent instead.',
        ])
      }
      expect(await readList()).toEqual(['A*', 'B', 'C'])
    })

    test('returns 409 for a closed agent', async () => {
      await three()
      const { id } = await anAgent(database.db, { name: 'D', active: false })
      expect(getStatusAndMessage(await select(id))).toEqual([
        409,
        'Activate this agent before you select it.',
      ])
      expect(await readList()).toEqual(['A*', 'B', 'C', '(D)'])
    })
  })

  describe('a deleted agent', () => {
    const remove = (id: string) => ask('DELETE', `/agent/deleteAgent?agent_id=${id}`)

    test('leaves no gap in the positions, and another agent becomes the default', async () => {
      const [a, b] = await three()
      expect(getStatusAndMessage(await remove(a))).toEqual([
        200,
        'Agent has been deleted. B is now the default agent.',
      ])
      expect(await readList()).toEqual(['B*', 'C'])
      expect((await list()).map(({ serial }) => serial)).toEqual([1, 2])
      await remove(b)
      expect(await readList()).toEqual(['C*'])
      expect(getStatusAndMessage(await remove(b))).toEqual([404, 'This agent no longer exists.'])
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

    test('returns 404 for every call', async () => {
      const { id } = await anAgent(database.db, { position: null, deletedAt: new Date() })
      const replies = [
        await change(id, agentDraft),
        await ask('PATCH', `/agent/setAgentSerial?agent_id=${id}&serial_No=1`),
        await ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${id}&active=true`),
        await ask('PATCH', `/agent/selectAgent?agent_id=${id}&isSelected=true`),
        await remove(id),
      ]
      expect(replies.map(getStatusAndMessage)).toEqual(
        replies.map(() => [404, 'This agent no longer exists.']),
      )
    })
  })

  test('concurrent changes succeed and leave a valid list', async () => {
    const ids = await three()
    for (let round = 0; round < 20; round += 1) {
      const replies = await Promise.all(
        ids.flatMap((id, index) => [
          ask('PATCH', `/agent/setAgentSerial?agent_id=${id}&serial_No=${((index + round) % 3) + 1}`),
          ask('PATCH', `/agent/selectAgent?agent_id=${id}&isSelected=true`),
          ask('PATCH', `/agent/activeOrDactiveAnAgent?agent_id=${id}&active=${(index + round) % 2 === 0}`),
        ]),
      )
      expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      expect(await readList()).toHaveLength(3)
    }
  })
})
