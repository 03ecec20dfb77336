import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { agents } from '#db/schema.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import { findNextDefault } from '../agent-choice.ts'
import { type AgentRow, getLinkTemplates, recordAgentEvent, updateAgentRow } from './agent-repository.ts'

/** Makes this agent the default. The previous default is cleared first: the database allows only one. */
export async function setDefaultAgent(
  tx: Db,
  { id }: Pick<AgentRow, 'id'>,
  actor?: Actor,
): Promise<AgentRow> {
  const [previous] = await tx.select().from(agents).where(eq(agents.isSelected, true))
  if (previous) await updateAgentRow(tx, previous.id, { isSelected: false })
  await recordAgentEvent(tx, { id }, { type: 'agent-selected' }, actor)
  return updateAgentRow(tx, id, { isSelected: true })
}

/** Makes one agent the default when agents are active and none is; returns the new default, if any. */
export async function ensureDefaultAgent(tx: Db, actor?: Actor): Promise<AgentRow | undefined> {
  const active = await tx
    .select()
    .from(agents)
    .where(and(isNull(agents.deletedAt), eq(agents.active, true)))
    .orderBy(asc(agents.position))
  if (active.some(({ isSelected }) => isSelected)) return undefined
  const next = findNextDefault(active.map((row) => ({ ...row, to: getLinkTemplates(row) })))
  return next && setDefaultAgent(tx, next, actor)
}
