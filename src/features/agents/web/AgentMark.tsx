import './AgentMark.css'
import { pictureAt } from '#shared/pictures.ts'
import type { Agent } from '../contract.ts'

type AgentMarkProps = { agent: Pick<Agent, 'img'>; size: 20 | 24 | 40 }

/** An agent's image, always beside its name, which says all that it says. Size in px. */
export function AgentMark({ agent, size }: AgentMarkProps) {
  return <img className="agent-mark" src={pictureAt(agent.img, 96)} width={size} height={size} alt="" />
}
