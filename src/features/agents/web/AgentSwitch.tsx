import './AgentSwitch.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { AgentLogo } from './AgentLogo.tsx'
import { closeAgentPicker, openAgentPicker, usePickerState } from './agent-picker-store.ts'
import { syncPreferredAgent, usePreferredAgent } from './preferred-agent.ts'
import { agentsQuery } from './queries.ts'

const loadPicker = () => import('./AgentPicker.tsx')
const AgentPicker = lazy(async () => ({ default: (await loadPicker()).AgentPicker }))

/** The header's Select Agent switcher (§2), which also holds the page's only picker. */
export function AgentSwitch() {
  const agent = usePreferredAgent()
  const picker = usePickerState()
  const button = useRef<HTMLButtonElement>(null)
  const agents = useQuery(agentsQuery(useApiClient())).data?.data
  useEffect(() => {
    if (agents) syncPreferredAgent(agents)
  }, [agents])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn btn--quiet agent-switch"
        aria-haspopup="dialog"
        onPointerEnter={loadPicker}
        onClick={() => openAgentPicker()}
      >
        {agent && <AgentLogo agent={agent} size={24} />}
        <span className="agent-switch__name">{agent ? `Buying on ${agent.name}` : 'Select Agent'}</span>
        {agent && <span className="visually-hidden">, Select Agent</span>}
        <ChevronDown className="icon icon--s" aria-hidden />
      </button>
      {picker && (
        <Suspense>
          <AgentPicker
            state={picker}
            onClose={closeAgentPicker}
            finalFocus={() => (isFocusable(picker.opener) ? picker.opener : button.current)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The element that opened the picker may be removed after a choice. */
function isFocusable(opener: Element | null): opener is HTMLElement {
  return opener instanceof HTMLElement && opener.isConnected && opener !== document.body
}
