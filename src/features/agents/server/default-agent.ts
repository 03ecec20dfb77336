import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agents } from '#db/schema.ts'
import type { Actor } from '#shared/server/access/actor.ts'
import { nextDefault } from '../agent-choice.ts'
import { type AgentRow, getLinkTemplates, recordAgentEvent, updateAgentRow } from './agent-repository.ts'

/** Makes this agent the default; the former default is cleared first, because two are never allowed. */
export async function setDefaultAgent(
  tx: Db,
  { id }: Pick<AgentRow, 'id'>,
  actor?: Actor,
): Promise<AgentRow> {
  const [former] = await tx.select().from(agents).where(eq(agents.isSelected, true))
  if (former) await updateAgentRow(tx, former.id, { isSelected: false })
  await recordAgentEvent(tx, { id }, { type: 'agent-selected' }, actor)
  return updateAgentRow(tx, id, { isSelected: true })
}

/** Sees to it that one agent is the default when any is active; the one that has become it now, if one has. */
export async function ensureDefaultAgent(tx: Db, actor?: Actor): Promise<AgentRow | undefined> {
  const active = await tx
    .select()
    .from(agents)
    .where(and(isNull(agents.deletedAt), eq(agents.active, true)))
    .orderBy(asc(agents.position))
  if (active.some(({ isSelected }) => isSelected)) return undefined
  const next = nextDefault(active.map((row) => ({ ...row, to: getLinkTemplates(row) })))
  return next && setDefaultAgent(tx, next, actor)
}
