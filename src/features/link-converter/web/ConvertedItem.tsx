import './ConvertedItem.css'
import { ArrowUpRight, Check, Copy, ImageOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Agent } from '#features/agents/contract.ts'
import { convertLink } from '#features/product-links/convert.ts'
import type { Product } from '#features/products/contract.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { copyText } from '#shared/web/copy-text.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { ConvertedText } from './queries.ts'

type ConvertedItemProps = {
  item: ConvertedText['item']
  /** What the catalogue has of it. */
  product: Product | undefined
  agents: Agent[]
  agentMark: (agent: Agent) => ReactNode
}

/** One item: what it is, and its link on each agent to copy or to open. */
export function ConvertedItem({ item, product, agents, agentMark }: ConvertedItemProps) {
  const titleId = useId()
  const [copied, setCopied] = useState<string>()
  const number = `${marketplaceLabels[item.shopType]} ${item.id}`
  const title = product?.name ?? `${marketplaceLabels[item.shopType]} item ${item.id}`
  const links = convertLink(item, agents)
  return (
    <article className="converted" aria-labelledby={titleId}>
      <div className="converted__head">
        {product ? (
          <Picture src={product.thumbnailImg} alt="" width={48} height={48} sizes="48px" maxWidth={160} />
        ) : (
          <span className="converted__none">
            <ImageOff className="icon" aria-hidden />
          </span>
        )}
        <div className="converted__what">
          <h3 id={titleId}>{title}</h3>
          <p>{number + describeSource(item.agent, agents)}</p>
        </div>
        <a className="btn btn--quiet" href={paths.productQc(item.shopType, item.id)}>
          View QC<span className="visually-hidden">: {title}</span>
        </a>
      </div>
      <ul className="converted__links">
        {agents.map((agent, place) => (
          <AgentLink
            key={agent._id}
            mark={agentMark(agent)}
            name={agent.name}
            shop={marketplaceLabels[item.shopType]}
            title={title}
            url={links[place]?.url ?? null}
            isCopied={copied === agent._id}
            onCopied={() => setCopied(agent._id)}
          />
        ))}
      </ul>
    </article>
  )
}

/** Where the pasted link led, when it was an agent's. */
function describeSource(agent: string | null, agents: Agent[]): string {
  if (agent === null) return ''
  const listed = agents.find(({ name }) => name.toLowerCase() === agent.toLowerCase())
  return `, from a link to ${listed?.name ?? agent}`
}

type AgentLinkProps = {
  mark: ReactNode
  name: string
  shop: string
  title: string
  url: string | null
  isCopied: boolean
  onCopied: () => void
}

function AgentLink({ mark, name, shop, title, url, isCopied, onCopied }: AgentLinkProps) {
  if (url === null) {
    return (
      <li className="agent-link agent-link--none">
        {mark}
        <p>
          {name} has no link for {shop}
        </p>
      </li>
    )
  }
  async function handleCopy(address: string) {
    if (await copyText(address)) onCopied()
  }
  return (
    <li className={isCopied ? 'agent-link agent-link--copied' : 'agent-link'}>
      {mark}
      <p>
        <b>{name}</b>
        <span className="agent-link__url">{url.replace(/^https?:\/\/(www\.)?/, '')}</span>
      </p>
      <button type="button" className="btn btn--quiet btn--icon" onClick={() => handleCopy(url)}>
        {isCopied ? (
          <Check className="icon icon--s" aria-hidden />
        ) : (
          <Copy className="icon icon--s" aria-hidden />
        )}
        <span className="visually-hidden">
          {isCopied ? 'Copied' : 'Copy'}: {name} link, {title}
        </span>
      </button>
      <a className="btn btn--quiet btn--icon" href={url} target="_blank" rel="noopener noreferrer">
        <ArrowUpRight className="icon icon--s" aria-hidden />
        <span className="visually-hidden">
          Open {name} link, opens in a new tab: {title}
        </span>
      </a>
    </li>
  )
}
