import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agents } from '#db/schema.ts'
import type { Actor } from '#shared/server/actor.ts'
import { type AgentRow, note, updateAgentRow } from './agent-repository.ts'

/** Makes this one the default; the former one gives way first, because two are never allowed. */
export async function setDefaultAgent(
  tx: Db,
  { id }: Pick<AgentRow, 'id'>,
  actor?: Actor,
): Promise<AgentRow> {
  const [former] = await tx.select().from(agents).where(eq(agents.isSelected, true))
  if (former) await updateAgentRow(tx, former.id, { isSelected: false })
  await note(tx, { id }, { type: 'agent-selected' }, actor)
  return updateAgentRow(tx, id, { isSelected: true })
}

/**
 * Sees to it that one agent is the default when any is active: the next one from a place in the list on, and behind
 * the last one the first.
 */
export async function ensureDefaultAgent(tx: Db, from: number, actor?: Actor): Promise<void> {
  const active = await tx
    .select()
    .from(agents)
    .where(and(isNull(agents.deletedAt), eq(agents.active, true)))
    .orderBy(asc(agents.position))
  if (active.some(({ isSelected }) => isSelected)) return
  const next = active.find(({ position }) => Number(position) >= from) ?? active[0]
  if (next) await setDefaultAgent(tx, next, actor)
}
