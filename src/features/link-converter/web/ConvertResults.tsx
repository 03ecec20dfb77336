import './ConvertResults.css'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import type { Agent } from '#features/agents/contract.ts'
import { agentsQuery } from '#features/agents/web/queries.ts'
import { convertLink } from '#features/product-links/convert.ts'
import { catalogueQuery } from '#features/products/web/queries.ts'
import { copyText } from '#shared/web/copy-text.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ConvertedItem } from './ConvertedItem.tsx'
import type { Conversion, ConvertedText } from './queries.ts'
import { UnrecognizedLink } from './UnrecognizedLink.tsx'

/** Items rendered at once; the others follow by a button, so that 500 links do not render 4,000 rows. */
const itemsPerStep = 24

type ConvertResultsProps = {
  result: Conversion
  /** The agent whose links are copied together. */
  chosen: Agent | undefined
  agentMark: (agent: Agent) => ReactNode
  headingRef: Ref<HTMLHeadingElement>
}

/** Each item on every active agent, and below a rule the unrecognized texts with their reasons. */
export function ConvertResults({ result, chosen, agentMark, headingRef }: ConvertResultsProps) {
  const send = useApiClient()
  const agents = useQuery(agentsQuery(send)).data?.data ?? []
  const catalogue = useQuery(catalogueQuery(send)).data?.data ?? []
  const [shown, setShown] = useState(itemsPerStep)
  const { items, refused } = result
  const known = new Map(catalogue.map((product) => [`${product.shopType} ${product.productCode}`, product]))
  return (
    <section className="convert-results" aria-labelledby="convert-results-title">
      <div className="convert-results__bar">
        <h2 id="convert-results-title" tabIndex={-1} ref={headingRef}>
          {items.length === 1 ? '1 item' : `${items.length} items`}{' '}
          <span>on {agents.length === 1 ? '1 agent' : `${agents.length} agents`}</span>
        </h2>
        {chosen && <CopyAll items={items} agent={chosen} />}
      </div>
      {items.slice(0, shown).map(({ line, text, item }) => (
        <ConvertedItem
          key={`${line} ${text}`}
          item={item}
          product={known.get(`${item.shopType} ${item.id}`)}
          agents={agents}
          agentMark={agentMark}
        />
      ))}
      {shown < items.length && (
        <button
          type="button"
          className="btn convert-results__more"
          onClick={() => setShown(shown + itemsPerStep)}
        >
          Load more
        </button>
      )}
      {refused.length > 0 && <h3 className="convert-results__cut label">Refused</h3>}
      {refused.map((refusal) => (
        <UnrecognizedLink key={`${refusal.line} ${refusal.text}`} refusal={refusal} />
      ))}
    </section>
  )
}

/** One button, one agent: the links of all items, one a line. */
function CopyAll({ items, agent }: { items: ConvertedText[]; agent: Agent }) {
  const urls = items.flatMap(({ item }) => convertLink(item, [agent])[0]?.url ?? [])
  if (urls.length === 0) return null
  const missing = items.length - urls.length
  const note = missing > 0 ? `. ${missing} without a link on ${agent.name}` : ''
  return (
    <button
      type="button"
      className="btn convert-results__copy"
      onClick={() => copyText(urls.join('\n'), note)}
    >
      <Copy className="icon icon--s" aria-hidden />
      Copy all for {agent.name}
    </button>
  )
}
