import { Check } from 'lucide-react'
import { useCopied } from './use-copied.ts'

type CopyAllProps = {
  /** The links of the items that the agent sells. */
  urls: string[]
  /** States how many items the agent does not sell; empty when it sells all of them. */
  unlistedNote: string
  /** `foot`: below the list on narrow screens. `bar`: beside the agent on wide ones. */
  position: 'foot' | 'bar'
}

/** Copies the selected agent's links of all items, one per line. */
export function CopyAll({ urls, unlistedNote, position }: CopyAllProps) {
  const { isCopied, copy } = useCopied()
  if (urls.length === 0) return null
  const confirmation = urls.length === 1 ? '1 link copied' : `${urls.length} links copied`
  return (
    <div className={`copy-all copy-all--${position} js-only`}>
      <button type="button" className="primary-button" onClick={() => copy(urls.join('\n'))}>
        {isCopied && <Check className="icon icon--s" aria-hidden />}
        <span>{`Copy all ${urls.length}${position === 'foot' ? (urls.length === 1 ? ' link' : ' links') : ''}`}</span>
      </button>
      <p className="copy-all__status" role="status">
        {isCopied && [confirmation, unlistedNote].filter(Boolean).join('. ')}
      </p>
    </div>
  )
}
