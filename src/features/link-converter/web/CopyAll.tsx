import { Check } from 'lucide-react'
import { useCopied } from './use-copied.ts'

type CopyAllProps = {
  /** The links of the items that the agent has. */
  urls: string[]
  /** How many items it has not, in words; empty where it has all. */
  missing: string
  /** At the foot of a narrow screen, or beside the agent on a wide one. */
  place: 'foot' | 'bar'
}

/** One button, one agent: the links of all items, one per line. */
export function CopyAll({ urls, missing, place }: CopyAllProps) {
  const { isCopied, copy } = useCopied()
  if (urls.length === 0) return null
  const done = urls.length === 1 ? '1 link copied' : `${urls.length} links copied`
  return (
    <div className={`copy-all copy-all--${place} js-only`}>
      <button type="button" className="primary-button" onClick={() => copy(urls.join('\n'))}>
        {isCopied && <Check className="icon icon--s" aria-hidden />}
        <span>{`Copy all ${urls.length}${place === 'foot' ? (urls.length === 1 ? ' link' : ' links') : ''}`}</span>
      </button>
      <p className="copy-all__status" role="status">
        {isCopied && [done, missing].filter(Boolean).join('. ')}
      </p>
    </div>
  )
}
