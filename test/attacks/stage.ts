import type { TestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { createVerifiedPeople, logIn, logInOwner } from '#support/users.ts'
import { as, getRow, type RaceSite } from './races/race-site.ts'

/** Two admins and two users, all signed in. */
export async function createRaceSite(
  client: TestClient,
  site: Site,
  findings: RaceSite['findings'] = async () => [],
): Promise<RaceSite> {
  const [second, ...others] = await createVerifiedPeople(site, client, 3)
  const first = await logInOwner(client)
  const [user, otherUser] = await Promise.all(others.map((person) => logIn(client, person)))
  if (!second || !user || !otherUser) throw new Error('Too few people could register.')
  const change = { email: second.email, role: 'admin' }
  getRow(await client.call('POST /users/changeUserRoleOrStatus', change, as(first)))
  const admins: RaceSite['admins'] = [first, await logIn(client, second)]
  return { client, admins, users: [user, otherUser], logIn: (person) => logIn(client, person), findings }
}
