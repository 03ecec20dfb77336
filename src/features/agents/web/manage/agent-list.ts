import { useQuery } from '@tanstack/react-query'
import type { ApiReply, Endpoint } from '#shared/contract.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { useSession } from '#shared/web/session/session.ts'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'
import { confirmDeletion } from '#shared/web/ui/dialogs/confirmations.ts'
import {
  type OptimisticChange,
  type OptimisticList,
  useOptimisticList,
} from '#shared/web/ui/feedback/optimistic-change.ts'
import { moveItem, removeItem } from '#shared/web/ui/lists/positions.ts'
import type { Agent, AgentsContract } from '../../contract.ts'
import { applyActive, applyDefault, ensureDefault } from '../../list-updates.ts'
import { manageAgentText } from '../../manage-texts.ts'
import { agentListText } from '../../texts-and-limits.ts'
import { allAgentsQuery } from '../queries.ts'
import { getAgentErrorMessage } from './agent-error-message.ts'

export type AgentChanges = {
  move: (agent: Agent, position: number) => void
  setActive: (agent: Agent, active: boolean) => void
  setSelected: (agent: Agent, isSelected: boolean) => void
  /** Asks for confirmation; resolves to whether the agent was deleted. */
  remove: (agent: Agent) => Promise<boolean>
}

export type AgentList = Omit<OptimisticList<Agent[]>, 'change'> & { changes: AgentChanges }

/** Every agent, and an admin's changes to the list (§2 Manage Agent). */
export function useAgentList(): AgentList {
  const query = allAgentsQuery(useApiClient(), useSession().user?.id)
  const { change, ...optimisticList } = useOptimisticList(query.queryKey, useQuery(query))
  return { ...optimisticList, changes: useAgentChanges(change) }
}

type ApplyAgentChange = <R>(change: OptimisticChange<Agent[], R>) => Promise<boolean>
type AgentListRequest<E extends Endpoint> = {
  of: Agent
  apply: (rows: Agent[]) => Agent[]
  send: () => Promise<ApiReply<E>>
  failure: string
}

function performChange<E extends Endpoint>(
  change: ApplyAgentChange,
  { of, apply, send, failure }: AgentListRequest<E>,
): Promise<boolean> {
  return change({
    of: of._id,
    apply,
    send,
    success: ({ message }) => message,
    failure: (error) => getAgentErrorMessage(error, failure),
    invalidated: [['getAgent']],
  })
}

function useAgentChanges(change: ApplyAgentChange): AgentChanges {
  const send = useApiClient()
  const perform = <E extends Endpoint>(request: AgentListRequest<E>) => performChange(change, request)
  return {
    move: (of, position) =>
      void perform<AgentsContract['setAgentSerial']>({
        of,
        apply: (rows) => moveItem(rows, of._id, position),
        send: () =>
          send('PATCH /agent/setAgentSerial', { query: { agent_id: of._id, serial_No: String(position) } }),
        failure: manageAgentText.serialFailed,
      }),
    setActive: (of, active) =>
      void perform<AgentsContract['activeOrDactiveAnAgent']>({
        of,
        apply: (rows) => applyActive(rows, of._id, active),
        send: () =>
          send('PATCH /agent/activeOrDactiveAnAgent', { query: { agent_id: of._id, active: `${active}` } }),
        failure: manageAgentText.stateFailed,
      }),
    setSelected(of, isSelected) {
      if (of.isSelected === isSelected) return
      if (!isSelected) return void showAlert({ title: 'Oops...', text: agentListText.noUnselect })
      void perform<AgentsContract['selectAgent']>({
        of,
        apply: (rows) => applyDefault(rows, of._id),
        send: () => send('PATCH /agent/selectAgent', { query: { agent_id: of._id, isSelected: 'true' } }),
        failure: manageAgentText.selectionFailed,
      })
    },
    async remove(of) {
      if (!(await confirmDeletion(of.name))) return false
      return perform<AgentsContract['deleteAgent']>({
        of,
        apply: (rows) => ensureDefault(removeItem(rows, of._id)),
        send: () => send('DELETE /agent/deleteAgent', { query: { agent_id: of._id } }),
        failure: manageAgentText.deleteFailed,
      })
    },
  }
}
