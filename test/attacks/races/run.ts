import type { Reply } from '#support/http-client.ts'
import { agentVersions, changeAndDelete, productVersions, sameProduct } from './catalogue.ts'
import { agentPlaces, productPlaces, selection } from './lists.ts'
import { demotion, sameEmail, sameEntry } from './people.ts'
import type { Race, RaceSite, Round } from './race-site.ts'
import { approveAndDeny, reviewsOfDeleted, sameReview, twoVersions } from './reviews.ts'

/** Those in which the most may go wrong. */
export const mainRaces: Race[] = [productPlaces, selection, sameProduct, sameReview, approveAndDeny, demotion]
/** Those of the same kind, or in which fewer meet. */
export const furtherRaces: Race[] = [
  agentPlaces,
  productVersions,
  agentVersions,
  changeAndDelete,
  sameEntry,
  twoVersions,
  reviewsOfDeleted,
  sameEmail,
]

/** A client that is not answered in this time waits for something that never comes. */
const patienceMs = 30_000

/** Lets all clients of a round go at once; answers what went wrong, in words. */
export async function runRound(race: Race, world: RaceSite, clients: number): Promise<string[]> {
  const round = await race.begin(world, clients)
  const replies = await answersOf(round)
  if (replies === undefined) return [`${clients} clients were not answered in ${patienceMs / 1000} s`]
  const strange = replies.filter(({ status }) => !round.statuses.includes(status))
  const faults = strange.slice(0, 1).map(({ status, text }) => `${strange.length} × ${status}, as: ${text}`)
  return [...faults, ...(await round.judge(replies)), ...(await world.findings())]
}

async function answersOf({ clients }: Round): Promise<Reply[] | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), patienceMs)
  try {
    return await Promise.race([Promise.all(clients.map((client) => client())), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
