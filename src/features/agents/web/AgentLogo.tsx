import './AgentLogo.css'
import { getImageUrl } from '#shared/image-urls.ts'
import type { Agent } from '../contract.ts'

type AgentLogoProps = {
  agent: Pick<Agent, 'img'>
  size: 20 | 24 | 40
  /** Loads the image when it is near the viewport, so that a closed list does not delay the page's images. */
  isLate?: boolean
}

/** An agent's image, decorative beside its name. Size in px. */
export function AgentLogo({ agent, size, isLate = false }: AgentLogoProps) {
  return (
    <img
      className="agent-logo"
      src={getImageUrl(agent.img, 96)}
      width={size}
      height={size}
      loading={isLate ? 'lazy' : undefined}
      alt=""
    />
  )
}
