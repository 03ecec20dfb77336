import { failures, RequestError } from '#shared/failure.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { AgentsContract } from '../contract.ts'
import { manageAgentText } from '../manage-spec.ts'
import { agentListText } from '../spec.ts'
import type { AgentService } from './service.ts'

/** Answers that contain agents. */
const invalidated = [['getAgent'], ['convertLink']]

export function agentHandlers({ agents }: { agents: AgentService }): Handlers<AgentsContract> {
  return {
    getAgent: async ({ query, isAdmin }) => ({
      data: await agents.list({ active: isAdmin ? query.active : true }),
    }),
    createAgent: async ({ body, file, ...act }) => ({
      data: await agents.create(body, file, act),
      message: manageAgentText.added,
      invalidated,
    }),
    updateAgent: async ({ query, body, file, ...act }) => ({
      data: await agents.update(query.agent_id, body, file, act),
      message: manageAgentText.updated,
      invalidated,
    }),
    setAgentSerial: async ({ query, ...act }) => {
      const agent = await agents.move(query.agent_id, query.serial_No, act)
      return { data: agent, message: `${agent.name} serial updated successfully!`, invalidated }
    },
    activeOrDactiveAnAgent: async ({ query, ...act }) => {
      const { agent, successor } = await agents.setActive(query.agent_id, query.active, act)
      const state = agent.active ? 'Active' : 'Inactive'
      return {
        data: agent,
        message: withSuccessor(`${agent.name} state updated to ${state}!`, successor),
        invalidated,
      }
    },
    selectAgent: async ({ query, ...act }) => {
      if (!query.isSelected)
        throw new RequestError({ ...failures.input, message: agentListText.noUnselect, code: 'NO_UNSELECT' })
      const agent = await agents.select(query.agent_id, act)
      return { data: agent, message: `${agent.name} updated to selected!`, invalidated }
    },
    deleteAgent: async ({ query, ...act }) => {
      const successor = await agents.delete(query.agent_id, act)
      return { data: null, message: withSuccessor(manageAgentText.deleted, successor), invalidated }
    },
  }
}

/** A sentence, and which agent has become the default, if one has. */
function withSuccessor(sentence: string, successor: string | undefined): string {
  return successor === undefined ? sentence : `${sentence} ${successor} is now the default agent.`
}
