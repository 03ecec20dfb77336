import './AgentLogo.css'
import { getImageUrl } from '#shared/image-urls.ts'
import type { Agent } from '../contract.ts'

type AgentMarkProps = {
  agent: Pick<Agent, 'img'>
  size: 20 | 24 | 40
  /** Fetched when it comes near the screen; one in a closed list does not hold up the page's own pictures. */
  isLate?: boolean
}

/** An agent's image, always beside its name, which says all that it says. Size in px. */
export function AgentLogo({ agent, size, isLate = false }: AgentMarkProps) {
  return (
    <img
      className="agent-mark"
      src={getImageUrl(agent.img, 96)}
      width={size}
      height={size}
      loading={isLate ? 'lazy' : undefined}
      alt=""
    />
  )
}
