import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { agents, images } from '#db/schema.ts'
import { anAgent } from '#support/factories.ts'
import { aForm, agentDraft, aPng } from '#support/forms.ts'
import { sendForm, useApp, useTokens } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { aSmallDisk } from '#test/fixtures/small-disk.ts'

const disk = aSmallDisk('agents')
afterAll(() => disk.remove())

describe('a full disk', () => {
  const database = useDatabase()
  useTokens(database)
  const app = useApp(database, { env: { MEDIA_DIR: disk.path } })
  const folder = join(disk.path, 'agents')
  const files = () => (existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : [])
  afterEach(() => {
    disk.free()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = async (path: string, name: string) => {
    const { status, body } = await sendForm(
      app(),
      path,
      await aForm({ ...agentDraft, name }, { bytes: await aPng(400) }),
    )
    return [status, body?.message]
  }

  test('returns 503 for a new agent, leaves no files, and accepts it when there is room again', async () => {
    disk.fill()
    const names = Array.from({ length: 5 }, (_, index) => `Agent ${index}`)
    for (const name of names)
      expect(await send('/agent/createAgent', name)).toEqual([503, 'Failed to add agent'])
    expect([await database.db.$count(agents), await database.db.$count(images), files()]).toEqual([0, 0, []])
    disk.free()
    for (const name of names)
      expect(await send('/agent/createAgent', name)).toEqual([200, 'Agent added successfully!'])
    expect(files()).toHaveLength(names.length)
  })

  test('returns 503 for a new image, and accepts changes without one', async () => {
    const { id } = await anAgent(database.db, { name: 'Old', isSelected: true })
    const path = `/agent/updateAgent?agent_id=${id}`
    disk.fill()
    expect(await send(path, 'New')).toEqual([503, 'Failed to update agent details'])
    expect(await database.db.select().from(agents)).toMatchObject([{ name: 'Old', version: 1 }])
    expect((await sendForm(app(), path, await aForm({ ...agentDraft, name: 'New' }))).status).toBe(200)
    disk.free()
    expect(await send(path, 'Newer')).toEqual([200, 'Agent updated successfully!'])
  })
})
