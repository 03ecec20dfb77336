import './ConvertResults.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, type Ref, useState } from 'react'
import type { Agent } from '#features/agents/contract.ts'
import { agentsQuery } from '#features/agents/web/queries.ts'
import { convertLink } from '#features/product-links/convert.ts'
import type { Product } from '#features/products/contract.ts'
import { catalogueQuery } from '#features/products/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { ConvertedItem } from './ConvertedItem.tsx'
import { CopyAll } from './CopyAll.tsx'
import type { Conversion } from './queries.ts'
import { UnrecognizedLinks } from './UnrecognizedLinks.tsx'

/** Items rendered per step. "Load more" renders the next step, so that 500 links do not render 4,000 rows at once. */
const itemsPerStep = 24

/** An item of the results, with its product when the catalogue has one. */
export type RecognizedItem = Pick<Conversion['items'][number], 'item'> & { product: Product | undefined }

type ConvertResultsProps = {
  result: Conversion
  /** The preferred agent, used until the visitor selects another one here. */
  preferred: Agent | undefined
  agentMark: (agent: Agent) => ReactElement
  /** Renders further actions on all items. */
  renderActions: (items: RecognizedItem[]) => ReactElement
  onShowLine: (line: number) => void
  /** The first heading. */
  headingRef: Ref<HTMLHeadingElement>
}

/** The unrecognized links with their reasons, then the link of each item on the selected agent. */
export function ConvertResults(props: ConvertResultsProps) {
  const { result, preferred, agentMark, renderActions, onShowLine, headingRef } = props
  const send = useApiClient()
  const agents = useQuery(agentsQuery(send)).data?.data ?? []
  const catalogue = useQuery(catalogueQuery(send)).data?.data ?? []
  const [visibleCount, setVisibleCount] = useState(itemsPerStep)
  const [selectedId, setSelectedId] = useState<string>()
  const { items, unrecognized } = result
  const selectedAgent = agents.find(({ _id }) => _id === (selectedId ?? preferred?._id)) ?? agents[0]
  const urls = selectedAgent
    ? items.flatMap(({ item }) => convertLink(item, [selectedAgent])[0]?.url ?? [])
    : []
  const missing =
    selectedAgent && urls.length < items.length
      ? `${items.length - urls.length} not available on ${selectedAgent.name}`
      : ''
  const productsByItem = new Map(
    catalogue.map((product) => [`${product.shopType} ${product.productCode}`, product]),
  )
  const recognized = items.map((converted) => ({
    ...converted,
    product: productsByItem.get(`${converted.item.shopType} ${converted.item.id}`),
  }))
  return (
    <div className="convert-results">
      {unrecognized.length > 0 && (
        <UnrecognizedLinks unrecognized={unrecognized} onShowLine={onShowLine} headingRef={headingRef} />
      )}
      {items.length > 0 && selectedAgent && (
        <section className="convert-results__items" aria-labelledby="convert-results-title">
          <div className="convert-results__bar">
            <h2
              id="convert-results-title"
              tabIndex={-1}
              ref={unrecognized.length > 0 ? undefined : headingRef}
            >
              <span>{urls.length === 1 ? '1 link for ' : `${urls.length} links for `}</span>
              <span className="convert-results__agent-name">{selectedAgent.name}</span>
            </h2>
            <AgentSelect
              agents={agents}
              selectedAgent={selectedAgent}
              mark={agentMark(selectedAgent)}
              onChoose={setSelectedId}
            />
            {renderActions(recognized)}
            <CopyAll urls={urls} missing={missing} position="bar" />
            {missing && <p className="convert-results__missing">{missing}</p>}
          </div>
          <ul className="convert-results__list">
            {recognized.slice(0, visibleCount).map(({ line, text, item, product }) => (
              <ConvertedItem
                key={`${line} ${text}`}
                item={item}
                product={product}
                agents={agents}
                selectedAgent={selectedAgent}
                agentMark={agentMark}
              />
            ))}
          </ul>
          {visibleCount < items.length && (
            <button
              type="button"
              className="btn convert-results__more"
              onClick={() => setVisibleCount(visibleCount + itemsPerStep)}
            >
              Load more
            </button>
          )}
          <CopyAll urls={urls} missing={missing} position="foot" />
        </section>
      )}
    </div>
  )
}

type AgentSelectProps = {
  agents: Agent[]
  selectedAgent: Agent
  mark: ReactElement
  onChoose: (id: string) => void
}

/** Selects the agent for these links only. The preferred agent does not change. */
function AgentSelect({ agents, selectedAgent, mark, onChoose }: AgentSelectProps) {
  return (
    <div className="convert-results__agent js-only">
      {mark}
      <span className="selectwrap">
        <select
          className="input select"
          aria-label="Agent"
          value={selectedAgent._id}
          onChange={({ target }) => onChoose(target.value)}
        >
          {agents.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}
