import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import {
  getSavedAgentName,
  readSavedAgent,
  saveAgent,
  subscribeToSavedAgent,
} from '#features/visitor/web/saved-agent.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { findPreferredAgent } from '../agent-choice.ts'
import type { Agent } from '../contract.ts'
import { agentsQuery } from './queries.ts'

/**
 * The agent to buy from (§4); the default agent on the server and while hydrating. Undefined without agents.
 */
export function usePreferredAgent(): Agent | undefined {
  const { data } = useQuery(agentsQuery(useApiClient()))
  const find = (name: string | undefined) => findPreferredAgent(data?.data ?? [], name)
  // The snapshot is the agent, not the stored name: no rerender when the stored agent is the default.
  return useSyncExternalStore(
    subscribeToSavedAgent,
    () => find(getSavedAgentName()),
    () => find(undefined),
  )
}

/**
 * Stores the default agent when nothing valid is stored, and updates the stored image (§4). Called with the loaded list.
 */
export function syncPreferredAgent(agents: readonly Agent[]): void {
  const agent = findPreferredAgent(agents, getSavedAgentName())
  if (!agent) return
  const stored = readSavedAgent()
  if (stored?.name !== agent.name || stored.image !== agent.img) saveAgent(agent)
}
