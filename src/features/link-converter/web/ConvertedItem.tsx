import './ConvertedItem.css'
import { Check, ChevronDown, Copy, ImageOff, ScanEye } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Agent } from '#features/agents/contract.ts'
import { convertLink } from '#features/product-links/convert.ts'
import type { Product } from '#features/products/contract.ts'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import type { LinkHints } from '#shared/items/link-hints.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { ConvertedText } from './queries.ts'
import { useCopied } from './use-copied.ts'

type ConvertedItemProps = {
  item: ConvertedText['item']
  /** The catalogue's product for the item, if there is one. */
  product: Product | undefined
  agents: Agent[]
  selectedAgent: Agent
  agentMark: (agent: Agent) => ReactElement
}

/** One item: its link on the selected agent, to open or copy, and a disclosure with its links on the other agents. */
export function ConvertedItem({ item, product, agents, selectedAgent, agentMark }: ConvertedItemProps) {
  const shop = marketplaceLabels[item.shopType]
  const number = `${shop} ${item.id}`
  // The number distinguishes items without a product, so it must stay visible in a phone's narrow row.
  const [title, subtitle] = product ? [product.name, number] : [number, describeHints(item.hints)]
  const url = convertLink(item, [selectedAgent])[0]?.url
  const otherAgents = agents.filter((agent) => agent !== selectedAgent)
  return (
    <li className="converted">
      {product ? (
        <Picture src={product.shown.image} alt="" width={44} height={44} sizes="44px" maxWidth={160} />
      ) : (
        <span className="converted__none">
          <ImageOff className="icon" aria-hidden />
        </span>
      )}
      <p className="converted__what">
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            <span>{title}</span>
            <span className="visually-hidden">{`, on ${selectedAgent.name}, opens in a new tab`}</span>
          </a>
        ) : (
          <b>{title}</b>
        )}
        <small>
          {url
            ? `${subtitle}${describeSource(item.agent, agents)}`
            : `${selectedAgent.name} doesn't buy from ${shop}`}
        </small>
      </p>
      {url && <CopyButton url={url} of={title} />}
      <details className="converted__more">
        <summary className="btn btn--quiet btn--icon">
          <ChevronDown className="icon" aria-hidden />
          <span className="visually-hidden">
            {`${otherAgents.length === 1 ? '1 other agent' : `${otherAgents.length} other agents`}: ${title}`}
          </span>
        </summary>
      </details>
      <ul className="converted__others">
        {otherAgents.map((agent) => (
          <AgentLink
            key={agent._id}
            mark={agentMark(agent)}
            name={agent.name}
            shop={shop}
            url={convertLink(item, [agent])[0]?.url}
          />
        ))}
        <li>
          <ScanEye className="icon" aria-hidden />
          <a href={paths.productQc(item.shopType, item.id)}>
            View QC<span className="visually-hidden">{`: ${title}`}</span>
          </a>
        </li>
      </ul>
    </li>
  )
}

/** What the link itself says of an item that is not in the catalog: '加厚夹克, ¥168.00'. */
function describeHints({ title, price, priceTo, currency }: LinkHints): string {
  const amount = price === null ? null : `${getCurrencySign(currency ?? 'CNY')}${formatYuan(price)}`
  const shownAmount = priceTo === null ? amount : `from ${amount}`
  return [title, amount && shownAmount].filter(Boolean).join(', ') || 'No details yet'
}

/** Names the agent whose link was pasted; empty for a marketplace's link. */
function describeSource(agent: string | null, agents: Agent[]): string {
  if (agent === null) return ''
  const listedAgent = agents.find(({ name }) => name.toLowerCase() === agent.toLowerCase())
  return `, from a link to ${listedAgent?.name ?? agent}`
}

type AgentLinkProps = { mark: ReactElement; name: string; shop: string; url: string | null | undefined }

function AgentLink({ mark, name, shop, url }: AgentLinkProps) {
  if (!url) {
    return (
      <li className="converted__missing">
        {mark}
        <span>{`${name} doesn't buy from ${shop}`}</span>
      </li>
    )
  }
  return (
    <li>
      {mark}
      <a href={url} target="_blank" rel="noopener noreferrer">
        <span>{name}</span>
        <span className="visually-hidden">, opens in a new tab</span>
      </a>
      <CopyButton url={url} of={name} />
    </li>
  )
}

/** Copies one link and shows a check mark for a short time. `of` names the link for screen readers. */
function CopyButton({ url, of }: { url: string; of: string }) {
  const { isCopied, copy } = useCopied()
  const Icon = isCopied ? Check : Copy
  return (
    <button type="button" className="btn btn--quiet btn--icon js-only" onClick={() => copy(url)}>
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden">{`Copy link: ${of}`}</span>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied'}
      </span>
    </button>
  )
}
