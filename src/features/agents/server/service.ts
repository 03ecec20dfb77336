import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { assertPosition, closeGap, getNextPosition, lockPositions, moveRow } from '#db/queries/positions.ts'
import { agents } from '#db/schema.ts'
import { markStale } from '#db/transaction-guard.ts'
import type { ImageRegistry } from '#features/images/image-registry.ts'
import type { Uploads } from '#features/images/uploads.ts'
import type { QueryKey } from '#shared/contract.ts'
import { RequestError } from '#shared/failure.ts'
import type { Actor } from '#shared/server/access/caller.ts'
import { mapTextFields } from '../agent-fields.ts'
import type { Agent, AgentChange, AgentDraft } from '../contract.ts'
import { manageAgentText } from '../manage-texts.ts'
import { createAgentImages } from './agent-images.ts'
import {
  type AgentRow,
  assertNameIsFree,
  findAgent,
  getLinkTemplates,
  recordAgentEvent,
  toAgentColumns,
  updateAgentRow,
} from './agent-repository.ts'
import { listTemplateOffers, settleTemplateOffer, type TemplateDecision } from './built-in/template-offers.ts'
import { ensureDefaultAgent, setDefaultAgent } from './default-agent.ts'

export type AgentService = ReturnType<typeof createAgentService>

type AgentServiceDeps = { db: Db; pictures: Pick<ImageRegistry, 'toImageUrl' | 'register'>; uploads: Uploads }

/** The purchasing agents in the database. Each write locks the list. */
export function createAgentService({ db, pictures, uploads }: AgentServiceDeps) {
  const { withImage: withPicture } = createAgentImages({ pictures, uploads })
  const serialize = (row: AgentRow) => serializeAgent(row, pictures)
  const write = async (change: (tx: Db) => Promise<AgentRow>): Promise<Agent> =>
    serialize(await withAgentListLock(db, change))

  return {
    /** Lists agents by position; `active` filters by state. */
    async list({ active }: { active?: boolean | undefined } = {}): Promise<Agent[]> {
      return (await listAgentRows(db, active)).map(serialize)
    },

    create: (draft: AgentDraft, file: Uint8Array, actor: Actor): Promise<Agent> =>
      withPicture(file, manageAgentText.addFailed, (image) =>
        write((tx) => insertAgent(tx, { draft, image }, actor)),
      ),

    /** Without a file the image is not changed. */
    update: (id: string, change: AgentChange, file: Uint8Array | undefined, actor: Actor): Promise<Agent> =>
      file
        ? withPicture(file, manageAgentText.detailsFailed, (image) =>
            write((tx) => updateAgent(tx, { id, change, image }, actor)),
          )
        : write((tx) => updateAgent(tx, { id, change }, actor)),

    move: (id: string, position: number, actor: Actor): Promise<Agent> =>
      write((tx) => moveAgent(tx, { id, position }, actor)),

    /** `successor` is the name of the agent that became the default instead. */
    async setActive(
      id: string,
      active: boolean,
      actor: Actor,
    ): Promise<{ agent: Agent; successor: string | undefined }> {
      const { row, successor } = await withAgentListLock(db, (tx) =>
        setAgentActive(tx, { id, active }, actor),
      )
      return { agent: serialize(row), successor }
    },

    listTemplateOffers: () => listTemplateOffers(db),

    settleTemplateOffer: (decision: TemplateDecision, actor: Actor): Promise<Agent> =>
      write((tx) => settleTemplateOffer(tx, decision, actor)),

    select: (id: string, actor: Actor): Promise<Agent> => write((tx) => selectAgent(tx, id, actor)),

    /** Resolves to the name of the agent that became the default instead. */
    delete: (id: string, actor: Actor): Promise<string | undefined> =>
      withAgentListLock(db, (tx) => deleteAgent(tx, id, actor)),
  }
}

/** The queries that contain agents. */
const agentQueries: QueryKey[] = [['getAgent'], ['convertLink']]

/** Runs a transaction that locks the list of agents and makes the queries with agents stale. */
export function withAgentListLock<T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await lockPositions(tx, agents)
    markStale(agentQueries)
    return change(tx)
  })
}

function listAgentRows(db: Db, active: boolean | undefined): Promise<AgentRow[]> {
  const isInState = active === undefined ? undefined : eq(agents.active, active)
  return db
    .select()
    .from(agents)
    .where(and(isNull(agents.deletedAt), isInState))
    .orderBy(asc(agents.position))
}

type AgentCreation = { draft: AgentDraft; image: string }

async function insertAgent(tx: Db, { draft, image }: AgentCreation, actor: Actor): Promise<AgentRow> {
  await assertNameIsFree(tx, draft.name)
  const position = await getNextPosition(tx, agents)
  const values = { ...toAgentColumns(draft), image, active: draft.active ?? true, position }
  const [row] = await tx.insert(agents).values(values).returning()
  if (!row) throw new Error('The database returned no row for the new agent.')
  await recordAgentEvent(tx, row, { type: 'agent-added' }, actor)
  await ensureDefaultAgent(tx, actor)
  return findAgent(tx, row.id)
}

type AgentUpdate = { id: string; change: AgentChange; image?: string }

async function updateAgent(tx: Db, { id, change, image }: AgentUpdate, actor: Actor): Promise<AgentRow> {
  const { version } = await findAgent(tx, id)
  if (change.version !== undefined && change.version !== version)
    throw new RequestError({ status: 409, message: manageAgentText.changed, code: 'STALE' })
  await assertNameIsFree(tx, change.name, id)
  const picture = image === undefined ? {} : { image }
  await recordAgentEvent(tx, { id }, { type: 'agent-changed' }, actor)
  return updateAgentRow(tx, id, { ...toAgentColumns(change), ...picture, version: version + 1 })
}

async function moveAgent(
  tx: Db,
  { id, position }: { id: string; position: number },
  actor: Actor,
): Promise<AgentRow> {
  const row = await findAgent(tx, id)
  await assertPosition(tx, agents, position)
  const from = Number(row.position)
  if (from === position) return row
  await moveRow(tx, agents, { id, from, to: position })
  const details = { old: String(from), new: String(position) }
  await recordAgentEvent(tx, row, { type: 'agent-moved', details }, actor)
  return findAgent(tx, id)
}

type AgentActivation = { id: string; active: boolean }
type AgentActivationResult = { row: AgentRow; successor: string | undefined }

async function setAgentActive(
  tx: Db,
  { id, active }: AgentActivation,
  actor: Actor,
): Promise<AgentActivationResult> {
  const row = await findAgent(tx, id)
  if (row.active === active) return { row, successor: undefined }
  await updateAgentRow(tx, id, { active, isSelected: active && row.isSelected })
  const [before, after] = active ? ['inactive', 'active'] : ['active', 'inactive']
  await recordAgentEvent(
    tx,
    row,
    { type: 'agent-state-changed', details: { old: before, new: after } },
    actor,
  )
  const next = await ensureDefaultAgent(tx, actor)
  return { row: await findAgent(tx, id), successor: next?.id === id ? undefined : next?.name }
}

async function selectAgent(tx: Db, id: string, actor: Actor): Promise<AgentRow> {
  const row = await findAgent(tx, id)
  if (!row.active)
    throw new RequestError({ status: 409, message: manageAgentText.notActive, code: 'AGENT_NOT_ACTIVE' })
  return row.isSelected ? row : setDefaultAgent(tx, row, actor)
}

/** Marks the row as deleted; row and image stay, so that the agent can be restored. */
async function deleteAgent(tx: Db, id: string, actor: Actor): Promise<string | undefined> {
  const { position } = await findAgent(tx, id)
  await updateAgentRow(tx, id, { position: null, deletedAt: new Date(), isSelected: false })
  await closeGap(tx, agents, Number(position))
  await recordAgentEvent(tx, { id }, { type: 'agent-deleted' }, actor)
  return (await ensureDefaultAgent(tx, actor))?.name
}

function serializeAgent(row: AgentRow, { toImageUrl }: Pick<ImageRegistry, 'toImageUrl'>): Agent {
  return {
    _id: row.id,
    ...mapTextFields((key) => row[key]),
    img: toImageUrl(row.image),
    to: getLinkTemplates(row),
    active: row.active,
    isSelected: row.isSelected,
    serial: row.position ?? 0,
    version: row.version,
  }
}
