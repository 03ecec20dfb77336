import { and, asc, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { agents } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { ShopType } from '#shared/marketplaces.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import type { TemplateOffer } from '../../contract.ts'
import { manageAgentText } from '../../manage-texts.ts'
import { type AgentRow, findAgent, recordAgentEvent, updateAgentRow } from '../agent-repository.ts'
import { type BuiltInAgents, builtInAgents } from './built-in-agents.ts'

type LinkColumn = 'linkTaobao' | 'linkWeidian' | 'linkAli1688'
const columns: [LinkColumn, ShopType][] = [
  ['linkTaobao', 'taobao'],
  ['linkWeidian', 'weidian'],
  ['linkAli1688', 'ali_1688'],
]

/** The links that this release would change and an admin has not decided on yet, by agent. */
export async function listTemplateOffers(
  db: Db,
  list: BuiltInAgents = builtInAgents,
): Promise<TemplateOffer[]> {
  const rows = await db
    .select()
    .from(agents)
    .where(and(isNull(agents.deletedAt), isNotNull(agents.builtIn)))
    .orderBy(asc(agents.position))
  return rows.flatMap((row) => findOffer(row, list) ?? [])
}

export type TemplateDecision = { id: string; revision: number; apply: boolean }

/**
 * Changes the agent's links to the offered ones, or keeps its own: they are not offered again until a release changes them.
 * Throws a RequestError (409) when other links are offered by now.
 */
export async function settleTemplateOffer(
  tx: Db,
  { id, revision, apply }: TemplateDecision,
  actor: Actor,
  list: BuiltInAgents = builtInAgents,
): Promise<AgentRow> {
  const row = await findAgent(tx, id)
  const offer = findOffer(row, list)
  if (!offer || !row.shipped || offer.revision !== revision)
    throw new RequestError({ status: 409, message: manageAgentText.changed, code: 'STALE' })
  const offered = new Map(offer.links.map((link) => [link.shopType, link.offered]))
  const links = Object.fromEntries(
    columns.flatMap(([column, shopType]) =>
      offered.has(shopType) ? [[column, offered.get(shopType) ?? '']] : [],
    ),
  )
  const shipped = { ...row.shipped, ...links }
  if (!apply) return updateAgentRow(tx, id, { shipped })
  await recordAgentEvent(tx, row, { type: 'agent-changed' }, actor)
  return updateAgentRow(tx, id, { ...links, shipped, version: row.version + 1 })
}

function findOffer(row: AgentRow, { revision, agents: builtIn }: BuiltInAgents): TemplateOffer | undefined {
  const agent = builtIn.find(({ key }) => key === row.builtIn)
  if (!agent || row.shipped?.revision !== revision) return undefined
  const { shipped } = row
  const links = columns
    .filter(([column]) => shipped[column] !== agent[column] && row[column] !== agent[column])
    .map(([column, shopType]) => ({ shopType, current: row[column], offered: agent[column] }))
  return links.length === 0 ? undefined : { agent_id: row.id, name: row.name, revision, links }
}
