import type { ItemParams } from '#shared/marketplaces.ts'
import './BuyPanel.css'
import { ArrowUpRight, Bell, ChevronDown } from 'lucide-react'
import { supportsMarketplace } from '#features/agents/marketplace-support.ts'
import { AgentLinks } from '#features/agents/web/AgentLinks.tsx'
import { openAgentPicker } from '#features/agents/web/agent-picker-store.ts'
import { BuyButton } from '#features/agents/web/BuyButton.tsx'
import { BuyNotice } from '#features/agents/web/BuyNotice.tsx'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import type { ListedProduct } from '#features/haul/listed-product.ts'
import { HaulButton } from '#features/haul/web/HaulButton.tsx'
import { HaulTrayButton } from '#features/haul/web/tray/HaulTrayButton.tsx'
import { ShareButton } from '#features/inspection-card/web/ShareButton.tsx'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { CollectionSlot } from './CollectionSlot.tsx'
import { WatchSlot } from './WatchSlot.tsx'

type BuyPanelProps = {
  item: ItemParams
  /** The item's. */
  name: string
  /** What the haul is told of it; without it nothing can be planned. */
  listed?: ListedProduct | undefined
  /** In yuan, where it is known. */
  price?: number | null
  /** The agents are expanded where Buy is all that the page has to offer. */
  showsAgents?: boolean
}

/** Buy, the agent picker, what else can be done with the item, and its links on every agent. */
export function BuyPanel(props: BuyPanelProps) {
  const { item, name, listed, price = null, showsAgents = false } = props
  const agent = usePreferredAgent()
  const isReached = agent !== undefined && supportsMarketplace(agent, item.shopType)
  return (
    <div className="buy-panel">
      <div className="buy-panel__tape">
        <BuyButton {...item} look="primary" label={<BuyLabel />} />
      </div>
      {isReached && (
        <p className="buy-panel__who">
          <span>{`Opens ${agent.name} in a new tab`}</span>
          <button
            type="button"
            className="textbtn"
            aria-haspopup="dialog"
            onClick={() => openAgentPicker({ shopType: item.shopType })}
          >
            Change agent
          </button>
        </p>
      )}
      <BuyNotice {...item} />
      <div className="buy-panel__acts">
        {listed && <HaulButton product={listed} variant="words" className="act act--beside-photo" />}
        <CollectionSlot item={item} sku={listed?.sku} name={name} className="btn act" />
        <WatchSlot
          item={item}
          sku={listed?.sku}
          name={name}
          price={price}
          anchor="watch"
          className="btn act"
          label="Watch this item"
        >
          <Bell className="icon" aria-hidden />
        </WatchSlot>
        <ShareButton item={item} />
      </div>
      {showsAgents ? (
        <section aria-labelledby="agents-heading">
          <h2 className="buy-panel__agents" id="agents-heading">
            Buy on any agent
          </h2>
          <AgentLinks {...item} />
        </section>
      ) : (
        <OtherAgents item={item} />
      )}
    </div>
  )
}

/** A disclosure; without script the links alone, which lead everywhere by themselves. */
function OtherAgents({ item }: { item: ItemParams }) {
  return (
    <details className="elsewhere">
      <summary className="elsewhere__summary">
        Buy on any agent
        <ChevronDown className="icon icon--s" aria-hidden />
      </summary>
      <AgentLinks {...item} />
    </details>
  )
}

type BuyBarProps = {
  item: ItemParams
  listed?: ListedProduct | undefined
  price?: { amount: number; currency: string }
}

/** Keeps Buy in reach on phones, with the price of the chosen variant. */
export function BuyBar({ item, listed, price }: BuyBarProps) {
  return (
    <div className="buy-bar">
      <HaulTrayButton />
      <BuyButton {...item} look="primary" label={<BuyLabel price={price} />} />
      {listed && <HaulButton product={listed} variant="square" />}
    </div>
  )
}

function BuyLabel({ price }: { price?: BuyBarProps['price'] }) {
  return (
    <>
      <span>Buy</span>
      {price && <Price {...price} />}
      <ArrowUpRight className="icon buy__leaves" aria-hidden />
    </>
  )
}
