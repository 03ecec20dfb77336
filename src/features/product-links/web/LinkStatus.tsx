import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { ParsedLink, ParseError } from '../contract.ts'
import type { LinkState } from '../resolve-link.ts'

type LinkStatusProps = {
  id: string
  reading: LinkState
  /** What is known of an item that was understood. */
  renderItem: (link: ParsedLink) => ReactNode
}

/** Below the box: the recognized item as a link, or the link's error message. */
export function LinkStatus({ id, reading, renderItem }: LinkStatusProps) {
  return (
    <div className="link-status" id={id} role="status">
      {reading === 'following' ? (
        <p className="link-status__line">
          <Spinner />
          <span>Opening the short link…</span>
        </p>
      ) : (
        reading &&
        (reading.ok ? (
          <a className="link-status__item" href={paths.product(reading.shopType, reading.id)}>
            {renderItem(reading)}
          </a>
        ) : (
          <ErrorLine refusal={reading} />
        ))
      )}
    </div>
  )
}

function ErrorLine({ refusal }: { refusal: ParseError }) {
  return (
    <p className="link-status__line link-status__line--bad">
      <span className="link-status__mark">
        <X className="icon" aria-hidden />
      </span>
      {refusal.shortLink ? (
        <a href={refusal.shortLink} target="_blank" rel="noopener noreferrer">
          <span>{refusal.reason}</span>
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        <span>{refusal.reason}</span>
      )}
    </p>
  )
}
