import './AgentPicker.css'
import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { saveAgent } from '#features/visitor/web/saved-agent.ts'
import { marketplaceLabels, type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { useParams } from '#shared/web/navigation/router.tsx'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import type { Agent } from '../contract.ts'
import { supportsMarketplace } from '../marketplace-support.ts'
import { agentText } from '../texts-and-limits.ts'
import { AgentLogo } from './AgentLogo.tsx'
import type { PickerState } from './agent-picker-store.ts'
import { usePreferredAgent } from './preferred-agent.ts'
import { agentsQuery } from './queries.ts'

type AgentPickerProps = { state: PickerState; onClose: () => void; finalFocus: () => HTMLElement | null }

/** §2 Agent picker modal. On an item's page it marks the agents that do not buy on the item's marketplace. */
export function AgentPicker({ state, onClose, finalFocus }: AgentPickerProps) {
  const { shopType: pageShopType } = useParams()
  const shopType = state.shopType ?? shopTypes.find((type) => type === pageShopType)
  const { data, isFetching, refetch } = useQuery(agentsQuery(useApiClient()))
  const agents = data?.data ?? []
  return (
    <Dialog
      open={state.isOpen}
      onClose={onClose}
      title={agentText.pickerTitle}
      description={agentText.pickerHint}
      footer="We remember your choice on this device."
      className="agent-picker"
      finalFocus={finalFocus}
    >
      {agents.length > 0 ? (
        <AgentList agents={agents} shopType={shopType} onClose={onClose} />
      ) : isFetching ? (
        <ListSkeleton />
      ) : (
        <div className="agent-picker__none">
          <p>No agents are available right now.</p>
          <button type="button" className="btn" onClick={() => refetch()}>
            Try Again
          </button>
        </div>
      )}
    </Dialog>
  )
}

type AgentListProps = { agents: Agent[]; shopType: ShopType | undefined; onClose: () => void }

/**
 * Arrow keys change the choice and leave the list open, so that every row can be reached. A press, Enter and Space
 * choose and close.
 */
function AgentList({ agents, shopType, onClose }: AgentListProps) {
  const preferred = usePreferredAgent()
  const isArrowing = useRef(false)
  function handleKeyDown(event: KeyboardEvent) {
    isArrowing.current = event.key.startsWith('Arrow')
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onClose()
  }
  return (
    <>
      {preferred && shopType && !supportsMarketplace(preferred, shopType) && (
        <p className="agent-picker__warning">
          <TriangleAlert className="icon" aria-hidden />
          <span>{`${preferred.name} doesn't buy from ${marketplaceLabels[shopType]}.`}</span>
        </p>
      )}
      <div
        className="agent-list"
        role="radiogroup"
        aria-label={agentText.pickerTitle}
        onKeyDown={handleKeyDown}
        onKeyUp={() => {
          isArrowing.current = false
        }}
      >
        {agents.map((agent) => (
          <AgentRow
            key={agent._id}
            agent={agent}
            shopType={shopType}
            isChosen={agent === preferred}
            onChoose={() => {
              saveAgent(agent)
              if (!isArrowing.current) onClose()
            }}
          />
        ))}
      </div>
    </>
  )
}

type AgentRowProps = {
  agent: Agent
  shopType: ShopType | undefined
  isChosen: boolean
  onChoose: () => void
}

function AgentRow({ agent, shopType, isChosen, onChoose }: AgentRowProps) {
  const isWithoutLink = shopType !== undefined && !supportsMarketplace(agent, shopType)
  return (
    <label className="agent-row">
      <input
        className="over-label"
        type="radio"
        name="agent"
        checked={isChosen}
        // biome-ignore lint/a11y/noAutofocus: a dialog moves the focus anyway; here to the choice instead of Close
        autoFocus={isChosen}
        onChange={onChoose}
        onClick={isChosen ? onChoose : undefined}
      />
      <AgentLogo agent={agent} size={40} />
      <span>
        <b>{agent.name}</b>
        <span className={isWithoutLink ? 'agent-row__offer agent-row__offer--none' : 'agent-row__offer'}>
          {isWithoutLink ? `Doesn't buy from ${marketplaceLabels[shopType]}` : agent.offer}
        </span>
      </span>
      {isChosen && (
        <span className="agent-row__on">
          <Check className="icon icon--s" aria-hidden />
          Selected
        </span>
      )}
    </label>
  )
}

/** Five placeholder rows in their final size. */
function ListSkeleton() {
  return (
    <div className="agent-list" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading agents…
      </p>
      {['1', '2', '3', '4', '5'].map((row) => (
        <div key={row} className="agent-row agent-row--waiting" aria-hidden />
      ))}
    </div>
  )
}
