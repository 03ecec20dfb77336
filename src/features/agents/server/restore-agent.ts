import { and, desc, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { getNextPosition } from '#db/queries/positions.ts'
import { agents } from '#db/schema.ts'
import { assertNameIsFree, recordAgentEvent, updateAgentRow } from './agent-repository.ts'
import { ensureDefaultAgent } from './default-agent.ts'
import { withAgentListLock } from './service.ts'

/**
 * Restores the most recently deleted agent with this name at the end of the list, and returns its position. Throws
 * an Error when there is none, or when another agent has the name now.
 */
export function restoreAgent(db: Db, name: string): Promise<number> {
  return withAgentListLock(db, async (tx) => {
    const hasName = sql`lower(${agents.name}) = lower(${name})`
    const [deletedAgent] = await tx
      .select()
      .from(agents)
      .where(and(isNotNull(agents.deletedAt), hasName))
      .orderBy(desc(agents.deletedAt))
      .limit(1)
    if (!deletedAgent) throw new Error('No deleted agent has this name.')
    await assertNameIsFree(tx, deletedAgent.name)
    const position = await getNextPosition(tx, agents)
    await updateAgentRow(tx, deletedAgent.id, { deletedAt: null, position })
    await recordAgentEvent(tx, deletedAgent, { type: 'agent-restored' })
    await ensureDefaultAgent(tx)
    return position
  })
}
