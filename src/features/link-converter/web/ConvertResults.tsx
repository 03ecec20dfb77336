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

/** Items rendered at once; the others follow by a button, so that 500 links do not render 4,000 rows. */
const itemsPerStep = 24

/** An item of the results, with what the catalogue has of it. */
export type RecognizedItem = Pick<Conversion['items'][number], 'item'> & { product: Product | undefined }

type ConvertResultsProps = {
  result: Conversion
  /** The visitor's agent, until another one is chosen here. */
  preferred: Agent | undefined
  agentMark: (agent: Agent) => ReactElement
  /** What else can be done with all of them. */
  renderActs: (items: RecognizedItem[]) => ReactElement
  onShowLine: (line: number) => void
  /** The first heading. */
  headingRef: Ref<HTMLHeadingElement>
}

/** What was not recognized, and why; then each item on the chosen agent. */
export function ConvertResults(props: ConvertResultsProps) {
  const { result, preferred, agentMark, renderActs, onShowLine, headingRef } = props
  const send = useApiClient()
  const agents = useQuery(agentsQuery(send)).data?.data ?? []
  const catalogue = useQuery(catalogueQuery(send)).data?.data ?? []
  const [shown, setShown] = useState(itemsPerStep)
  const [wanted, setWanted] = useState<string>()
  const { items, refused } = result
  const chosen = agents.find(({ _id }) => _id === (wanted ?? preferred?._id)) ?? agents[0]
  const urls = chosen ? items.flatMap(({ item }) => convertLink(item, [chosen])[0]?.url ?? []) : []
  const missing =
    chosen && urls.length < items.length
      ? `${items.length - urls.length} not available on ${chosen.name}`
      : ''
  const known = new Map(catalogue.map((product) => [`${product.shopType} ${product.productCode}`, product]))
  const recognized = items.map((one) => ({
    ...one,
    product: known.get(`${one.item.shopType} ${one.item.id}`),
  }))
  return (
    <div className="convert-results">
      {refused.length > 0 && (
        <UnrecognizedLinks refused={refused} onShowLine={onShowLine} headingRef={headingRef} />
      )}
      {items.length > 0 && chosen && (
        <section className="convert-results__items" aria-labelledby="convert-results-title">
          <div className="convert-results__bar">
            <h2 id="convert-results-title" tabIndex={-1} ref={refused.length > 0 ? undefined : headingRef}>
              <span>{urls.length === 1 ? '1 link for ' : `${urls.length} links for `}</span>
              <span className="convert-results__agent-name">{chosen.name}</span>
            </h2>
            <AgentSelect agents={agents} chosen={chosen} mark={agentMark(chosen)} onChoose={setWanted} />
            {renderActs(recognized)}
            <CopyAll urls={urls} missing={missing} place="bar" />
            {missing && <p className="convert-results__missing">{missing}</p>}
          </div>
          <ul className="convert-results__list">
            {recognized.slice(0, shown).map(({ line, text, item, product }) => (
              <ConvertedItem
                key={`${line} ${text}`}
                item={item}
                product={product}
                agents={agents}
                chosen={chosen}
                agentMark={agentMark}
              />
            ))}
          </ul>
          {shown < items.length && (
            <button
              type="button"
              className="btn convert-results__more"
              onClick={() => setShown(shown + itemsPerStep)}
            >
              Load more
            </button>
          )}
          <CopyAll urls={urls} missing={missing} place="foot" />
        </section>
      )}
    </div>
  )
}

type AgentSelectProps = {
  agents: Agent[]
  chosen: Agent
  mark: ReactElement
  onChoose: (id: string) => void
}

/** The agent of these links alone: the choice for buying stays as it is. */
function AgentSelect({ agents, chosen, mark, onChoose }: AgentSelectProps) {
  return (
    <div className="convert-results__agent js-only">
      {mark}
      <span className="selectwrap">
        <select
          className="input select"
          aria-label="Agent"
          value={chosen._id}
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
