import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { getNextPosition } from '#db/queries/positions.ts'
import { agents } from '#db/schema.ts'
import { type AgentRow, recordAgentEvent } from '../agent-repository.ts'
import { withAgentListLock } from '../service.ts'
import { type BuiltInAgent, type BuiltInAgents, builtInAgents, toBuiltInColumns } from './built-in-agents.ts'

const linkColumns = ['linkTaobao', 'linkWeidian', 'linkAli1688'] as const
const textColumns = ['name', 'offer', 'image'] as const
type Column = (typeof linkColumns | typeof textColumns)[number]

/**
 * Adds the missing built-in agents and updates the existing ones (073). Keeps what the operator changed, deleted or turned
 * off. When several processes start at the same time, only one of them does this.
 */
export async function installAgents(db: Db, list: BuiltInAgents = builtInAgents): Promise<void> {
  if (await isUpToDate(db, list)) return
  await withAgentListLock(db, (tx) => installInto(tx, list))
}

/** Does the same in the caller's transaction. The caller must hold the lock of the list. */
export async function installInto(tx: Db, { revision, agents: builtIn }: BuiltInAgents): Promise<void> {
  const rows = await tx.select().from(agents)
  let hasDefault = rows.some(({ isSelected }) => isSelected)
  for (const agent of builtIn) {
    const row = rows.find((candidate) => candidate.builtIn === agent.key)
    if (!row) {
      const isSelected = await addAgent(tx, { agent, revision, rows, hasDefault })
      hasDefault ||= isSelected
    } else if ((row.shipped?.revision ?? 0) < revision) await refreshAgent(tx, { agent, revision, row, rows })
  }
}

async function isUpToDate(db: Db, { revision, agents: builtIn }: BuiltInAgents): Promise<boolean> {
  const rows = await db
    .select({ key: agents.builtIn, shipped: agents.shipped })
    .from(agents)
    .where(isNotNull(agents.builtIn))
  const current = new Set(
    rows.filter(({ shipped }) => (shipped?.revision ?? 0) >= revision).map(({ key }) => key),
  )
  return builtIn.every(({ key }) => current.has(key))
}

type AgentInput = { agent: BuiltInAgent; revision: number; rows: readonly AgentRow[] }

/**
 * Adds the agent at the end of the list. An agent of the operator with its name becomes it, unchanged.
 * @returns whether it is the default now
 */
async function addAgent(
  tx: Db,
  { agent, revision, rows, hasDefault }: AgentInput & { hasDefault: boolean },
): Promise<boolean> {
  const values = toBuiltInColumns(agent)
  const origin = { builtIn: agent.key, shipped: { revision, ...values } }
  const namesake = findNamesake(rows, agent.name)
  if (namesake) {
    await tx.update(agents).set(origin).where(eq(agents.id, namesake.id))
    return false
  }
  const position = await getNextPosition(tx, agents)
  await tx.insert(agents).values({ ...values, ...origin, position, isSelected: !hasDefault })
  return !hasDefault
}

type RefreshedAgent = AgentInput & { row: AgentRow }

/**
 * Updates the columns that the operator has not changed since an earlier release filled them in. A new link to another host
 * needs an admin's consent: its column in `shipped` keeps the old value, so `listTemplateOffers` offers the new link.
 */
async function refreshAgent(tx: Db, { agent, revision, row, rows }: RefreshedAgent): Promise<void> {
  const shipped = { ...toBuiltInColumns(agent), ...row.shipped, revision }
  const values: Partial<BuiltInAgent> = {}
  for (const column of [...textColumns, ...linkColumns]) {
    const isUntouched = row[column] === shipped[column]
    const mayRefresh = isUntouched && canRefresh(column, { agent, row, rows })
    if (mayRefresh && row[column] !== agent[column]) values[column] = agent[column]
    // A link that still needs consent keeps its old shipped value, so it is offered.
    if (mayRefresh || row[column] === agent[column] || !isLinkColumn(column)) shipped[column] = agent[column]
  }
  const isChanged = Object.keys(values).length > 0
  if (isChanged) await recordAgentEvent(tx, row, { type: 'agent-changed' })
  await tx
    .update(agents)
    .set({ shipped, ...(isChanged && { ...values, version: row.version + 1, updatedAt: new Date() }) })
    .where(eq(agents.id, row.id))
}

/** Whether the column may be changed without an admin: not to another host, and not to a name that another agent has. */
function canRefresh(column: Column, { agent, row, rows }: Omit<RefreshedAgent, 'revision'>): boolean {
  if (isLinkColumn(column)) return isSameOrigin(row[column], agent[column])
  return (
    column !== 'name' || !rows.some((candidate) => candidate.id !== row.id && isNamed(candidate, agent.name))
  )
}

const isLinkColumn = (column: Column) => linkColumns.some((candidate) => candidate === column)

const isNamed = (row: AgentRow, name: string) =>
  row.deletedAt === null && row.name.toLowerCase() === name.toLowerCase()

function findNamesake(rows: readonly AgentRow[], name: string): AgentRow | undefined {
  return rows.find((row) => row.builtIn === null && isNamed(row, name))
}

/** Whether two link templates lead to the same host, by the same protocol. An empty template leads to none. */
function isSameOrigin(left: string, right: string): boolean {
  return getOrigin(left) === getOrigin(right)
}

function getOrigin(template: string): string {
  return URL.parse(template.replaceAll('{id}', '1'))?.origin ?? ''
}
