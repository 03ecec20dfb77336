import type { Handlers } from '#shared/server/implement.ts'
import type { AgentsContract } from '../contract.ts'
import type { AgentService } from './service.ts'

export function agentHandlers({ agents }: { agents: AgentService }): Handlers<AgentsContract> {
  return {
    // Closed agents are the admins' business, whatever a visitor asks for.
    getAgent: async ({ query, session }) => ({
      data: await agents.list({ active: session?.role === 'admin' ? query.active : true }),
    }),
  }
}
