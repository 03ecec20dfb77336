import { and, desc, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { nextPosition } from '#db/queries/positions.ts'
import { agents } from '#db/schema.ts'
import { assertNameIsFree, recordAgentEvent, updateAgentRow } from './agent-repository.ts'
import { ensureDefaultAgent } from './default-agent.ts'
import { withAgentListLock } from './service.ts'

/**
 * Restores the agent of that name that was deleted last, at the end of the list, and returns its position.
 * Throws an Error when there is none, or when another one has the name by now.
 */
export function restoreAgent(db: Db, name: string): Promise<number> {
  return withAgentListLock(db, async (tx) => {
    const isCalled = sql`lower(${agents.name}) = lower(${name})`
    const [gone] = await tx
      .select()
      .from(agents)
      .where(and(isNotNull(agents.deletedAt), isCalled))
      .orderBy(desc(agents.deletedAt))
      .limit(1)
    if (!gone) throw new Error('No deleted agent has this name.')
    await assertNameIsFree(tx, gone.name)
    const position = await nextPosition(tx, agents)
    await updateAgentRow(tx, gone.id, { deletedAt: null, position })
    await recordAgentEvent(tx, gone, { type: 'agent-restored' })
    await ensureDefaultAgent(tx)
    return position
  })
}
