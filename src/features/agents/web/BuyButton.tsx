import './BuyButton.css'
import { TriangleAlert } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { marketplaceLabels, type ShopType } from '#shared/marketplaces.ts'
import { getBuyLink } from '../buy-link.ts'
import type { Agent } from '../contract.ts'
import { supportsMarketplace } from '../marketplace-support.ts'
import { agentText } from '../texts-and-limits.ts'
import { AgentLogo } from './AgentLogo.tsx'
import { openAgentPicker } from './agent-picker-store.ts'
import { usePreferredAgent } from './preferred-agent.ts'

type BuyButtonProps = {
  shopType: ShopType
  productCode: string
  /** `primary` is a screen's main action, `quiet` is for lists. */
  variant: 'quiet' | 'primary'
  label?: ReactNode
  /** The item's name, which distinguishes the Buy links of a list. */
  of?: string
}

/**
 * Opens the item at the preferred agent in a new tab (§2, §5). When that agent has no link for the marketplace, the
 * href is the specification's fallback, and a press opens the picker instead.
 */
export function BuyButton(props: BuyButtonProps) {
  return <BuyLink {...props} agent={usePreferredAgent()} />
}

const buy = <span>{agentText.buy}</span>

type BuyLinkProps = BuyButtonProps & { agent: Agent | undefined }

/** The link without the hook, for long lists that read the preferred agent once for all rows. */
export function BuyLink({ shopType, productCode, variant, label = buy, of, agent }: BuyLinkProps) {
  const hasNoLink = !agent || !supportsMarketplace(agent, shopType)
  function handleClick(event: MouseEvent) {
    if (!hasNoLink) return
    event.preventDefault()
    openAgentPicker({ shopType })
  }
  const agentPart = agent ? ` on ${agent.name}` : ''
  const suffix = hasNoLink ? `, doesn't buy from ${marketplaceLabels[shopType]}` : ', opens in a new tab'
  return (
    <a
      className={variant === 'primary' ? 'primary-button buy' : 'btn buy buy--quiet'}
      href={getBuyLink(agent, shopType, productCode)}
      target="_blank"
      rel="noopener noreferrer"
      data-nowhere={hasNoLink || undefined}
      onClick={handleClick}
    >
      {agent && <AgentLogo agent={agent} size={variant === 'primary' ? 24 : 20} />}
      {label}
      <span className="visually-hidden">{`${agentPart + suffix}${of ? `: ${of}` : ''}`}</span>
      {hasNoLink && <TriangleAlert className="icon icon--s buy__warning" aria-hidden />}
    </a>
  )
}
