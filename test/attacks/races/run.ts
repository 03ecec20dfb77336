import type { Reply } from '#support/http-client.ts'
import { agentVersions, changeAndDelete, productVersions, sameProduct } from './catalogue.ts'
import { agentPositions, productPositions, selection } from './lists.ts'
import { demotion, sameEmail, sameEntry } from './people.ts'
import type { Race, RaceSite, Round } from './race-site.ts'
import { approveAndDeny, reviewsOfDeleted, sameReview, twoVersions } from './reviews.ts'

/** The most error-prone races. */
export const mainRaces: Race[] = [
  productPositions,
  selection,
  sameProduct,
  sameReview,
  approveAndDeny,
  demotion,
]
/** Similar races, and those with fewer conflicts. */
export const furtherRaces: Race[] = [
  agentPositions,
  productVersions,
  agentVersions,
  changeAndDelete,
  sameEntry,
  twoVersions,
  reviewsOfDeleted,
  sameEmail,
]

/** A request without a response in this time is stuck. */
const timeoutMs = 30_000

/** Starts all clients of a round at once. Describes each fault. */
export async function runRound(race: Race, raceSite: RaceSite, clients: number): Promise<string[]> {
  const round = await race.begin(raceSite, clients)
  const replies = await runClients(round)
  if (replies === undefined) return [`${clients} clients were not answered in ${timeoutMs / 1000} s`]
  const unexpected = replies.filter(({ status }) => !round.statuses.includes(status))
  const faults = unexpected
    .slice(0, 1)
    .map(({ status, text }) => `${unexpected.length} × ${status}, as: ${text}`)
  return [...faults, ...(await round.check(replies)), ...(await raceSite.findings())]
}

async function runClients({ clients }: Round): Promise<Reply[] | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), timeoutMs)
  try {
    return await Promise.race([Promise.all(clients.map((client) => client())), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
