import { Check } from 'lucide-react'
import type { Agent } from '#features/agents/contract.ts'
import { convertLink } from '#features/product-links/convert.ts'
import type { ConvertedText } from './queries.ts'
import { useCopied } from './use-copied.ts'

type CopyAllProps = {
  items: ConvertedText[]
  agent: Agent
  /** At the foot of a narrow screen, or beside the agent on a wide one. */
  place: 'foot' | 'bar'
}

/** One button, one agent: the links of all items, one per line. */
export function CopyAll({ items, agent, place }: CopyAllProps) {
  const { isCopied, copy } = useCopied()
  const urls = items.flatMap(({ item }) => convertLink(item, [agent])[0]?.url ?? [])
  if (urls.length === 0) return null
  const missing = items.length - urls.length
  const done = urls.length === 1 ? '1 link copied' : `${urls.length} links copied`
  return (
    <div className={`copy-all copy-all--${place} js-only`}>
      <button type="button" className="primary-button" onClick={() => copy(urls.join('\n'))}>
        {isCopied && <Check className="icon icon--s" aria-hidden />}
        {`Copy all ${urls.length}`}
        {place === 'foot' && (urls.length === 1 ? ' link' : ' links')}
      </button>
      <p className="copy-all__status" role="status">
        {isCopied && done + (missing > 0 ? `. ${missing} not available on ${agent.name}` : '')}
      </p>
    </div>
  )
}
