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
  const agents = useQuery(agentsQuery(useApiClient())).data?.data ?? []
  const recognized = useRecognizedItems(result.items)
  const [visibleCount, setVisibleCount] = useState(itemsPerStep)
  const [selectedId, setSelectedId] = useState<string>()
  const { items, unrecognized } = result
  const selectedAgent = agents.find(({ _id }) => _id === (selectedId ?? preferred?._id)) ?? agents[0]
  const urls = selectedAgent
    ? items.flatMap(({ item }) => convertLink(item, [selectedAgent])[0]?.url ?? [])
    : []
  const unlistedNote =
    selectedAgent && urls.length < items.length
      ? `${items.length - urls.length} not available on ${selectedAgent.name}`
      : ''
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
            <CopyAll urls={urls} unlistedNote={unlistedNote} position="bar" />
            {unlistedNote && <p className="convert-results__missing">{unlistedNote}</p>}
          </div>
          <ConvertedItems
            items={recognized}
            visibleCount={visibleCount}
            onShowMore={() => setVisibleCount(visibleCount + itemsPerStep)}
            agents={agents}
            selectedAgent={selectedAgent}
            agentMark={agentMark}
          />
          <CopyAll urls={urls} unlistedNote={unlistedNote} position="foot" />
        </section>
      )}
    </div>
  )
}

/** The items with their products from the catalogue. */
function useRecognizedItems(items: Conversion['items']) {
  const catalogue = useQuery(catalogueQuery(useApiClient())).data?.data ?? []
  const productsByItem = new Map(
    catalogue.map((product) => [`${product.shopType} ${product.productCode}`, product]),
  )
  return items.map((converted) => ({
    ...converted,
    product: productsByItem.get(`${converted.item.shopType} ${converted.item.id}`),
  }))
}

type ConvertedItemsProps = {
  items: ReturnType<typeof useRecognizedItems>
  visibleCount: number
  onShowMore: () => void
  agents: Agent[]
  selectedAgent: Agent
  agentMark: (agent: Agent) => ReactElement
}

function ConvertedItems({ items, visibleCount, onShowMore, ...agentProps }: ConvertedItemsProps) {
  return (
    <>
      <ul className="convert-results__list">
        {items.slice(0, visibleCount).map(({ line, text, item, product }) => (
          <ConvertedItem key={`${line} ${text}`} item={item} product={product} {...agentProps} />
        ))}
      </ul>
      {visibleCount < items.length && (
        <button type="button" className="btn convert-results__more" onClick={onShowMore}>
          Load more
        </button>
      )}
    </>
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
