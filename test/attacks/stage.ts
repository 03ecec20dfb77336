import type { TestClient } from '#support/http-client.ts'
import type { Site } from '#support/site.ts'
import { createVerifiedPeople, logIn, logInOwner } from '#support/users.ts'
import { as, type RaceSite, rowOf } from './races/race-site.ts'

/** The site's admin and another, and two people; all of them signed in. */
export async function aWorld(
  client: TestClient,
  site: Site,
  findings: RaceSite['findings'] = async () => [],
): Promise<RaceSite> {
  const [second, ...others] = await createVerifiedPeople(site, client, 3)
  const first = await logInOwner(client)
  const [one, two] = await Promise.all(others.map((person) => logIn(client, person)))
  if (!second || !one || !two) throw new Error('Too few people could register.')
  const change = { email: second.email, role: 'admin' }
  rowOf(await client.call('POST /users/changeUserRoleOrStatus', change, as(first)))
  const admins: RaceSite['admins'] = [first, await logIn(client, second)]
  return { client, admins, users: [one, two], logIn: (person) => logIn(client, person), findings }
}
