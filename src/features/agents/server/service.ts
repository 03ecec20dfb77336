import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agents } from '#db/schema.ts'
import type { Agent } from '../contract.ts'

export type AgentService = ReturnType<typeof createAgentService>

/** The purchasing agents, as the database has them. */
export function createAgentService({ db }: { db: Db }) {
  return {
    /** In their order; `active` leaves out those in the other state. */
    async list({ active }: { active?: boolean | undefined } = {}): Promise<Agent[]> {
      const inState = active === undefined ? undefined : eq(agents.active, active)
      const rows = await db
        .select()
        .from(agents)
        .where(and(isNull(agents.deletedAt), inState))
        .orderBy(asc(agents.position))
      return rows.map(present)
    },
  }
}

function present(row: typeof agents.$inferSelect): Agent {
  return {
    _id: row.id,
    name: row.name,
    img: row.image,
    offer: row.offer,
    to: { taobao: row.linkTaobao, weidian: row.linkWeidian, ali_1688: row.linkAli1688 },
    active: row.active,
    isSelected: row.isSelected,
    serial: row.position ?? 0,
  }
}
