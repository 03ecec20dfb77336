import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { ParsedLink, ParseError } from '../contract.ts'
import type { LinkState } from '../resolve-link.ts'

type LinkStatusProps = {
  id: string
  link: LinkState
  /** Renders the recognized item. */
  renderItem: (link: ParsedLink) => ReactNode
}

/** Below the box: the recognized item as a link, or the link's error message. */
export function LinkStatus({ id, link, renderItem }: LinkStatusProps) {
  return (
    <div className="link-status" id={id} role="status">
      {link === 'resolving' ? (
        <p className="link-status__line">
          <Spinner />
          <span>Opening the short link…</span>
        </p>
      ) : (
        link &&
        (link.ok ? (
          <a className="link-status__item" href={paths.product(link.shopType, link.id)}>
            {renderItem(link)}
          </a>
        ) : (
          <ErrorLine error={link} />
        ))
      )}
    </div>
  )
}

function ErrorLine({ error }: { error: ParseError }) {
  return (
    <p className="link-status__line link-status__line--bad">
      <span className="link-status__mark">
        <X className="icon" aria-hidden />
      </span>
      {error.shortLink ? (
        <a href={error.shortLink} target="_blank" rel="noopener noreferrer">
          <span>{error.reason}</span>
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        <span>{error.reason}</span>
      )}
    </p>
  )
}
