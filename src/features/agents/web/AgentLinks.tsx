import './AgentLinks.css'
import { useQuery } from '@tanstack/react-query'
import type { ShopType } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { getBuyLink } from '../buy-link.ts'
import { supportsMarketplace } from '../marketplace-support.ts'
import { AgentLogo } from './AgentLogo.tsx'
import { agentsQuery } from './queries.ts'

type AgentLinksProps = { shopType: ShopType; productCode: string }

/**
 * Links to the item on every active agent with a link for its marketplace. They work without script.
 */
export function AgentLinks({ shopType, productCode }: AgentLinksProps) {
  const { data } = useQuery(agentsQuery(useApiClient()))
  const agents = (data?.data ?? []).filter((agent) => supportsMarketplace(agent, shopType))
  return (
    <ul className="agent-links">
      {agents.map((agent) => (
        <li key={agent._id}>
          <a
            className="btn"
            href={getBuyLink(agent, shopType, productCode)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <AgentLogo agent={agent} size={20} isLate />
            <span className="visually-hidden">Buy on </span>
            <span>{agent.name}</span>
            <span className="visually-hidden">, opens in a new tab</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
