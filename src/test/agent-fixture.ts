import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { verifyData } from '#operations/verify.ts'
import { apiBase } from '#shared/paths.ts'
import { anAgent } from '#support/factories.ts'
import { aForm, agentDraft, aPng } from '#support/forms.ts'
import type { Reply } from '#support/http-client.ts'
import { sendForm, tokens, useApp, useTokens } from './api.ts'
import { type Mode, useDatabase } from './database.ts'

const admin = { authorization: tokens.admin }
export const unknownId = '0198a000-0000-7000-8000-000000000001'

type ListedAgent = {
  _id: string
  name: string
  serial: number
  active: boolean
  isSelected: boolean
  img: string
}

export const getStatusAndMessage = ({ status, body }: Reply) => [status, body?.message]

/** An application whose agents an admin changes, with no uploaded images before each test. */
export function useAgentFixture(mode: Mode) {
  const database = useDatabase(mode)
  useTokens(database)
  const app = useApp(database)
  const folder = () => join(app().mediaDir, 'agents')
  beforeEach(() => rmSync(folder(), { recursive: true, force: true }))

  async function list(headers: Record<string, string> = admin): Promise<ListedAgent[]> {
    const { body } = await app().get('/agent/getAgent', headers)
    return Array.isArray(body?.data) ? body.data : []
  }
  return {
    database,
    app,
    list,
    /** Pictures that are kept, by the names of their files. */
    files: () => (existsSync(folder()) ? readdirSync(folder()) : []),
    /** Every rule holds, and this is the list: the selected one with a star, closed ones in brackets. */
    async shown(): Promise<string[]> {
      expect(await verifyData(database.db)).toEqual([])
      return (await list()).map(({ name, active, isSelected }) =>
        active ? name + (isSelected ? '*' : '') : `(${name})`,
      )
    },
    async create(draft: object = {}, bytes?: Uint8Array): Promise<Reply> {
      const file = { bytes: bytes ?? (await aPng()) }
      return sendForm(app(), '/agent/createAgent', await aForm({ ...agentDraft, ...draft }, file))
    },
    async change(id: string, body: object, bytes?: Uint8Array): Promise<Reply> {
      const form = await aForm(body, bytes && { bytes })
      return sendForm(app(), `/agent/updateAgent?agent_id=${id}`, form)
    },
    ask: (method: string, path: string) => app().send(apiBase + path, { method, headers: admin }),
    /** A, B and C in this order, A selected. */
    async three(): Promise<[a: string, b: string, c: string]> {
      const a = await anAgent(database.db, { name: 'A', isSelected: true })
      const b = await anAgent(database.db, { name: 'B' })
      const c = await anAgent(database.db, { name: 'C' })
      return [a.id, b.id, c.id]
    },
  }
}
