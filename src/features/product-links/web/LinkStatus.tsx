import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { ParsedLink, ParseError } from '../contract.ts'
import type { LinkState } from '../resolve-link.ts'
import { LinkFormNotice } from './LinkFormNotice.tsx'
import type { LinkFormState } from './use-link-form.ts'

type LinkStatusProps = {
  id: string
  state: LinkFormState
  reading: LinkState
  /** What is known of an item that was understood. */
  renderItem: (link: ParsedLink) => ReactNode
}

/** Below the box: the recognized item as a link, or the link's error message, or why it has not opened. */
export function LinkStatus({ id, state, reading, renderItem }: LinkStatusProps) {
  return (
    <LinkFormNotice state={state} id={id}>
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
    </LinkFormNotice>
  )
}

function ErrorLine({ refusal }: { refusal: ParseError }) {
  return (
    <p className="link-status__line link-status__line--bad">
      <span className="link-status__mark">
        <X className="icon" aria-hidden />
      </span>
      <span>{refusal.reason}</span>
    </p>
  )
}
