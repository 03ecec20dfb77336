import { shopTypes } from '#shared/marketplaces.ts'
import type { Agent } from './contract.ts'
import { supportsMarketplace } from './marketplace-support.ts'
import { fallbackAgentName } from './texts-and-limits.ts'

type SelectableAgent = Pick<Agent, 'name' | 'active' | 'isSelected'>

/** The agent without a visitor's choice: the default one, else CNFans, else the first in order (§4). */
export function findDefaultAgent<A extends SelectableAgent>(agents: readonly A[]): A | undefined {
  const active = agents.filter((agent) => agent.active)
  return (
    active.find((agent) => agent.isSelected) ??
    active.find((agent) => hasName(agent, fallbackAgentName)) ??
    active[0]
  )
}

/** The agent that replaces a missing default: the first that buys on every marketplace, else the first. */
export function findNextDefault<A extends Pick<Agent, 'active' | 'to'>>(agents: readonly A[]): A | undefined {
  const active = agents.filter((agent) => agent.active)
  return (
    active.find((agent) => shopTypes.every((shopType) => supportsMarketplace(agent, shopType))) ?? active[0]
  )
}

/** The agent with the visitor's stored name; the default when no active agent has that name. */
export function findPreferredAgent<A extends SelectableAgent>(
  agents: readonly A[],
  storedName: string | null | undefined,
): A | undefined {
  const stored = storedName && agents.find((agent) => agent.active && hasName(agent, storedName))
  return stored || findDefaultAgent(agents)
}

/** Names are unique ignoring case. */
function hasName(agent: SelectableAgent, name: string): boolean {
  return agent.name.toLowerCase() === name.toLowerCase()
}
