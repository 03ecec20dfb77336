import { once } from 'node:events'
import { request } from 'node:http'
import { aForm } from '#support/forms.ts'
import type { Reply, TestClient } from '#support/http-client.ts'
import { type LoggedInUser, logInOwner } from '#support/users.ts'
import { agentValue, as, getRows, newCode, type Row } from '../races/race-site.ts'
import type { RawForm } from './forms.ts'
import type { Picture } from './test-files.ts'

/** An admin who sends files to a site. */
export type Sender = { client: TestClient; admin: LoggedInUser }

export const openSender = async (client: TestClient): Promise<Sender> => ({
  client,
  admin: await logInOwner(client),
})

/** All agents, as admins see them. */
export const listAgents = async ({ client, admin }: Sender): Promise<Row[]> =>
  getRows(await client.call('GET /agent/getAgent', undefined, as(admin)))

const call = '/api/v1/agent/createAgent'

export function sendForm({ client, admin }: Sender, { headers, body }: RawForm): Promise<Reply> {
  return client.send(call, { method: 'POST', headers: { ...headers, authorization: admin.token }, body })
}

/** A new agent's form with a picture. */
export async function createForm({ bytes, fileName, type }: Picture): Promise<RawForm> {
  const file = { bytes, ...(fileName && { name: fileName }), ...(type && { type }) }
  const { headers = {}, body = '' } = await aForm(agentValue(`Attack ${newCode()}`), file)
  const types = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { headers: Object.fromEntries(types), body: Buffer.from(body) }
}

/** Sends a body piece by piece. Returns the status, or `closed` when the site closed the connection. */
export function sendSlowly(
  { client: { origin }, admin }: { client: { origin: string }; admin: LoggedInUser },
  headers: Record<string, string>,
  pieces: AsyncIterable<Uint8Array>,
): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(`${origin}${call}`, {
      method: 'POST',
      headers: { ...headers, authorization: admin.token },
    })
    sent.on('response', (reply) => resolve(String(reply.resume().statusCode)))
    sent.on('error', () => resolve('closed'))
    const write = async () => {
      for await (const piece of pieces) {
        if (sent.destroyed) return
        if (!sent.write(piece)) await once(sent, 'drain')
      }
      sent.end()
    }
    write().catch(() => resolve('closed'))
  })
}
