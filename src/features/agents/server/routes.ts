import { failures, RequestError } from '#shared/failure.ts'
import type { Handlers } from '#shared/server/register-routes.ts'
import type { AgentsContract } from '../contract.ts'
import { manageAgentText } from '../manage-texts.ts'
import { agentListText } from '../texts-and-limits.ts'
import type { AgentService } from './service.ts'

export function agentHandlers({ agents }: { agents: AgentService }): Handlers<AgentsContract> {
  return {
    getAgent: async ({ query, isAdmin }) => ({
      data: await agents.list({ active: isAdmin ? query.active : true }),
    }),
    createAgent: async ({ body, file, ...actor }) => ({
      data: await agents.create(body, file, actor),
      message: manageAgentText.added,
    }),
    updateAgent: async ({ query, body, file, ...actor }) => ({
      data: await agents.update(query.agent_id, body, file, actor),
      message: manageAgentText.updated,
    }),
    setAgentSerial: async ({ query, ...actor }) => {
      const agent = await agents.move(query.agent_id, query.serial_No, actor)
      return { data: agent, message: `${agent.name} serial updated successfully!` }
    },
    activeOrDactiveAnAgent: async ({ query, ...actor }) => {
      const { agent, successor } = await agents.setActive(query.agent_id, query.active, actor)
      const state = agent.active ? 'Active' : 'Inactive'
      return {
        data: agent,
        message: withSuccessor(`${agent.name} state updated to ${state}!`, successor),
      }
    },
    selectAgent: async ({ query, ...actor }) => {
      if (!query.isSelected)
        throw new RequestError({ ...failures.input, message: agentListText.noUnselect, code: 'NO_UNSELECT' })
      const agent = await agents.select(query.agent_id, actor)
      return { data: agent, message: `${agent.name} updated to selected!` }
    },
    deleteAgent: async ({ query, ...actor }) => {
      const successor = await agents.delete(query.agent_id, actor)
      return { data: null, message: withSuccessor(manageAgentText.deleted, successor) }
    },
    listTemplateOffers: async () => ({ data: await agents.listTemplateOffers() }),
    settleTemplateOffer: async ({ query: { agent_id: id, revision, apply }, ...actor }) => ({
      data: await agents.settleTemplateOffer({ id, revision, apply }, actor),
      message: manageAgentText.updated,
    }),
  }
}

/** The message, with the name of the new default agent if there is one. */
function withSuccessor(message: string, successor: string | undefined): string {
  return successor === undefined ? message : `${message} ${successor} is now the default agent.`
}
