import { ChevronDown } from 'lucide-react'
import { supportsMarketplace } from '#features/agents/marketplace-support.ts'
import { AgentLinks } from '#features/agents/web/AgentLinks.tsx'
import { openAgentPicker } from '#features/agents/web/agent-picker-store.ts'
import { BuyButton } from '#features/agents/web/BuyButton.tsx'
import { BuyNotice } from '#features/agents/web/BuyNotice.tsx'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import type { ListedProduct } from '#features/haul/listed-product.ts'
import { HaulButton } from '#features/haul/web/HaulButton.tsx'
import type { ItemParams } from '#shared/marketplaces.ts'
import { BuyActs, BuyLabel, HaulTraySlot } from '../BuyPanel.tsx'
import type { StatedPrice } from './range-text.ts'

type BuyOptionsProps = { item: ItemParams; name: string; haulItem: ListedProduct | undefined }

/** The Buy button, all agents folded into one row, and further actions. */
export function BuyOptions({ item, name, haulItem }: BuyOptionsProps) {
  return (
    <div className="buy-panel">
      <div className="buy-panel__tape">
        <BuyButton {...item} variant="primary" label={<BuyLabel />} />
      </div>
      <BuyNotice {...item} />
      <AgentsFold item={item} />
      <BuyActs item={item} name={name} haulItem={haulItem} price={null} />
    </div>
  )
}

/** A disclosure with the item's links on every agent. It works without JavaScript. */
function AgentsFold({ item }: { item: ItemParams }) {
  const agent = usePreferredAgent()
  return (
    <details className="elsewhere agents-fold">
      <summary className="elsewhere__summary">
        {agent && supportsMarketplace(agent, item.shopType) && (
          <span>
            <span>Buying on </span>
            <b>{agent.name}</b>
          </span>
        )}
        <span className="agents-fold__all">Buy on any agent</span>
        <ChevronDown className="icon icon--s" aria-hidden />
      </summary>
      <AgentLinks {...item} />
      <button
        type="button"
        className="textbtn"
        aria-haspopup="dialog"
        onClick={() => openAgentPicker({ shopType: item.shopType })}
      >
        Change agent
      </button>
    </details>
  )
}

type BuyOptionsBarProps = {
  item: ItemParams
  haulItem: ListedProduct | undefined
  price: StatedPrice | null
}

/** The bar with Buy and the haul's button with its words, fixed at the bottom on phones. */
export function BuyOptionsBar({ item, haulItem, price }: BuyOptionsBarProps) {
  return (
    <div className="buy-bar">
      <HaulTraySlot />
      <BuyButton {...item} variant="primary" label={<BuyLabel price={price ?? undefined} />} />
      {haulItem && <HaulButton product={haulItem} variant="words" className="buy-bar__haul" />}
    </div>
  )
}
