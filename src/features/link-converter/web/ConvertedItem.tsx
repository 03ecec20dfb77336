import './ConvertedItem.css'
import { ChevronDown, ImageOff, ScanEye } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Agent } from '#features/agents/contract.ts'
import { convertLink } from '#features/product-links/convert.ts'
import type { Product } from '#features/products/contract.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { CopyButton } from './CopyButton.tsx'
import type { ConvertedText } from './queries.ts'

type ConvertedItemProps = {
  item: ConvertedText['item']
  /** What the catalogue has of it. */
  product: Product | undefined
  agents: Agent[]
  chosen: Agent
  agentMark: (agent: Agent) => ReactElement
}

/** One item: its link on the chosen agent to open or to copy, and on the others behind a disclosure. */
export function ConvertedItem({ item, product, agents, chosen, agentMark }: ConvertedItemProps) {
  const shop = marketplaceLabels[item.shopType]
  const number = `${shop} ${item.id}`
  // The number is what tells unknown items apart, so nothing may push it out of a phone's row.
  const [title, about] = product ? [product.name, number] : [number, 'No details yet']
  const url = convertLink(item, [chosen])[0]?.url
  const others = agents.filter((agent) => agent !== chosen)
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
            <span className="visually-hidden">{`, on ${chosen.name}, opens in a new tab`}</span>
          </a>
        ) : (
          <b>{title}</b>
        )}
        <small>
          {url ? `${about}${describeSource(item.agent, agents)}` : `${chosen.name} doesn't buy from ${shop}`}
        </small>
      </p>
      {url && <CopyButton url={url} of={title} />}
      <details className="converted__more">
        <summary className="btn btn--quiet btn--icon">
          <ChevronDown className="icon" aria-hidden />
          <span className="visually-hidden">
            {`${others.length === 1 ? '1 other agent' : `${others.length} other agents`}: ${title}`}
          </span>
        </summary>
      </details>
      <ul className="converted__others">
        {others.map((agent) => (
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

/** Where the pasted link led, when it was an agent's. */
function describeSource(agent: string | null, agents: Agent[]): string {
  if (agent === null) return ''
  const listed = agents.find(({ name }) => name.toLowerCase() === agent.toLowerCase())
  return `, from a link to ${listed?.name ?? agent}`
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
