import './BuyNotice.css'
import { TriangleAlert } from 'lucide-react'
import { marketplaceLabels, type ShopType } from '#shared/marketplaces.ts'
import { supportsMarketplace } from '../marketplace-support.ts'
import { AgentLinks } from './AgentLinks.tsx'
import { openAgentPicker } from './agent-picker-store.ts'
import { usePreferredAgent } from './preferred-agent.ts'

type BuyNoticeProps = { shopType: ShopType; productCode: string }

/**
 * Shown beside Buy when the preferred agent has no link for the item's marketplace; offers other agents.
 */
export function BuyNotice({ shopType, productCode }: BuyNoticeProps) {
  const agent = usePreferredAgent()
  if (!agent || supportsMarketplace(agent, shopType)) return null
  return (
    <div className="buy-notice">
      <p className="buy-notice__text">
        <TriangleAlert className="icon" aria-hidden />
        <span>{`${agent.name} doesn't buy from ${marketplaceLabels[shopType]}.`}</span>
      </p>
      <button type="button" className="btn buy-notice__change" onClick={() => openAgentPicker({ shopType })}>
        Choose another agent
      </button>
      <div className="buy-notice__links">
        <AgentLinks shopType={shopType} productCode={productCode} />
      </div>
    </div>
  )
}
