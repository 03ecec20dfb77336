import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { recordEvent, type SecurityEvent } from '#db/queries/security-events.ts'
import { agents } from '#db/schema.ts'
import { RequestError } from '#shared/failure.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import { type AgentTextKey, mapTextFields } from '../agent-fields.ts'
import type { Agent, AgentDraft } from '../contract.ts'
import { manageAgentText } from '../manage-texts.ts'

export type AgentRow = typeof agents.$inferSelect
/** An admin's input for an agent, as columns. */
export function toAgentColumns({ to, ...texts }: Pick<AgentDraft, AgentTextKey | 'to'>) {
  const links = { linkTaobao: to.taobao, linkWeidian: to.weidian, linkAli1688: to.ali_1688 }
  return { ...mapTextFields((key) => texts[key]), ...links }
}

/** The link templates of a row, with the API's names. */
export function getLinkTemplates(row: AgentRow): Agent['to'] {
  return { taobao: row.linkTaobao, weidian: row.linkWeidian, ali_1688: row.linkAli1688 }
}

/** Finds an agent. Throws a RequestError (404) when it does not exist or was deleted. */
export async function findAgent(tx: Db, id: string): Promise<AgentRow> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.deletedAt)))
  if (!row) throw new RequestError({ status: 404, message: manageAgentText.unknown, code: 'AGENT_NOT_FOUND' })
  return row
}

/** Throws a RequestError (409) when another agent has the name in upper or lower case. */
export async function assertNameIsFree(tx: Db, name: string, ownId?: string): Promise<void> {
  const isOther = ownId === undefined ? undefined : ne(agents.id, ownId)
  const isSame = sql`lower(${agents.name}) = lower(${name})`
  const count = await tx.$count(agents, and(isNull(agents.deletedAt), isSame, isOther))
  if (count === 0) return
  const errors = [{ field: 'name', message: manageAgentText.nameTaken }]
  throw new RequestError({ status: 409, message: manageAgentText.nameTaken, code: 'NAME_TAKEN', errors })
}

/** Updates an agent that this transaction has read. */
export async function updateAgentRow(
  tx: Db,
  id: string,
  values: Partial<typeof agents.$inferInsert>,
): Promise<AgentRow> {
  const [row] = await tx
    .update(agents)
    .set({ ...values, updatedAt: new Date() })
    .where(eq(agents.id, id))
    .returning()
  if (!row) throw new Error('The agent was deleted although this transaction holds the lock of the list.')
  return row
}

type AgentEvent = Pick<SecurityEvent, 'type' | 'details'>

/** Records a change of an agent; the operator's command has no actor. */
export function recordAgentEvent(
  tx: Db,
  { id }: Pick<AgentRow, 'id'>,
  { type, details }: AgentEvent,
  actor?: Actor,
): Promise<void> {
  const [actorId, caller] = [actor?.session.userId, actor?.caller]
  return recordEvent(tx, { type, actorId, caller, details: { agent: id, ...details } })
}
