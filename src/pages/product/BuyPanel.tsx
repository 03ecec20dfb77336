import type { ItemParams } from '#shared/marketplaces.ts'
import './BuyPanel.css'
import { ArrowUpRight, Bell, Bookmark, ChevronDown } from 'lucide-react'
import { supportsMarketplace } from '#features/agents/marketplace-support.ts'
import { AgentLinks } from '#features/agents/web/AgentLinks.tsx'
import { openAgentPicker } from '#features/agents/web/agent-picker-store.ts'
import { BuyButton } from '#features/agents/web/BuyButton.tsx'
import { BuyNotice } from '#features/agents/web/BuyNotice.tsx'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import { collectionText } from '#features/collection/texts-and-limits.ts'
import type { AddToCollectionButtonProps } from '#features/collection/web/AddToCollectionButton.tsx'
import type { ListedProduct } from '#features/haul/listed-product.ts'
import { HaulButton } from '#features/haul/web/HaulButton.tsx'
import { hasItems, haulText } from '#features/haul/web/haul-store.ts'
import { ShareButton } from '#features/inspection-card/web/ShareButton.tsx'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'
import { Price } from '#shared/web/ui/values/Price.tsx'
import { WatchSlot } from './WatchSlot.tsx'

type BuyPanelProps = {
  item: ItemParams
  /** The name of the item. */
  name: string
  /** The item as the haul stores it; without it there is no haul button. */
  haulItem?: ListedProduct | undefined
  /** In yuan; null when it is unknown. */
  price?: number | null
}

/** The Buy button, the agent picker, further actions, and the item's links on every agent. */
export function BuyPanel(props: BuyPanelProps) {
  const { item } = props
  const agent = usePreferredAgent()
  const isSupported = agent !== undefined && supportsMarketplace(agent, item.shopType)
  return (
    <div className="buy-panel">
      <div className="buy-panel__tape">
        <BuyButton {...item} variant="primary" label={<BuyLabel />} />
      </div>
      {isSupported && (
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
      <BuyActs {...props} />
      <OtherAgents item={item} />
    </div>
  )
}

/** The actions beside Buy: tiles on phones, one row beside a picture. */
export function BuyActs({ item, name, haulItem, price = null }: BuyPanelProps) {
  return (
    <div className="buy-panel__acts">
      {haulItem && <HaulButton product={haulItem} variant="words" className="act act--beside-photo" />}
      <CollectionSlot item={item} sku={haulItem?.sku} name={name} className="btn act" />
      <WatchSlot
        item={item}
        sku={haulItem?.sku}
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
  )
}

/** A disclosure with the item's links on every agent. It works without JavaScript. */
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
  haulItem?: ListedProduct | undefined
  price?: { amount: number; currency: string }
}

/** The bar with Buy and the chosen variant's price, fixed at the bottom on phones. */
export function BuyBar({ item, haulItem, price }: BuyBarProps) {
  return (
    <div className="buy-bar">
      <HaulTraySlot />
      <BuyButton {...item} variant="primary" label={<BuyLabel price={price} />} />
      {haulItem && <HaulButton product={haulItem} variant="square" />}
    </div>
  )
}

const loadTrayButton = async () => (await import('#features/haul/web/tray/HaulTrayButton.tsx')).HaulTrayButton

/** The button that opens the haul; its code loads when the haul has items. */
export function HaulTraySlot() {
  const Button = useLazyComponent(loadTrayButton, hasItems(haulText.use()))
  return Button && <Button />
}

/** The words of the Buy button, with a price where one is known. */
export function BuyLabel({ price }: { price?: BuyBarProps['price'] | undefined }) {
  return (
    <>
      <span>Buy</span>
      {price && <Price {...price} />}
      <ArrowUpRight className="icon buy__leaves" aria-hidden />
    </>
  )
}

const loadCollectionButton = async () =>
  (await import('#features/collection/web/AddToCollectionButton.tsx')).AddToCollectionButton

/** The collection button. Until its code is loaded, a placeholder with the same appearance. */
function CollectionSlot(props: AddToCollectionButtonProps) {
  const Button = useLazyComponent(loadCollectionButton, true)
  if (Button) return <Button {...props} />
  return (
    <span className={`${props.className} js-only`} title={collectionText.login} aria-hidden>
      <Bookmark className="icon" aria-hidden />
      <span>Add to Collection</span>
    </span>
  )
}
