import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import type { ParsedLink, ParseError } from '../contract.ts'
import type { LinkState } from '../resolve-link.ts'

type LinkStatusProps = {
  id: string
  reading: LinkState
  /** What is known of an item that was understood. */
  note: (item: ParsedLink) => ReactNode
}

/** Below the box: the recognized item, or the link's error message. */
export function LinkStatus({ id, reading, note }: LinkStatusProps) {
  return (
    <p className="link-status" id={id} role="status">
      {reading === 'following' ? (
        <FollowingLine />
      ) : (
        reading &&
        (reading.ok ? (
          <ParsedLinkLine link={reading}>{note(reading)}</ParsedLinkLine>
        ) : (
          <ParseErrorLine refusal={reading} />
        ))
      )}
    </p>
  )
}

function FollowingLine() {
  return (
    <span className="link-status__chip">
      <Spinner />
      <span>Opening the short link…</span>
    </span>
  )
}

type UnderstoodProps = { link: ParsedLink; children: ReactNode }

function ParsedLinkLine({ link: { shopType, id, agent }, children }: UnderstoodProps) {
  return (
    <>
      <span className="link-status__chip">
        <span className="link-status__ok">
          <Check className="icon" aria-hidden />
        </span>
        <span>
          {marketplaceLabels[shopType]}, item <span className="tabular-nums">{id}</span>
          {agent && `, from a ${agent} link`}
        </span>
      </span>
      {children}
    </>
  )
}

function ParseErrorLine({ refusal }: { refusal: ParseError }) {
  return (
    <span className="link-status__chip link-status__chip--bad">
      <span className="link-status__ok">
        <X className="icon" aria-hidden />
      </span>
      <span>{refusal.reason}</span>
    </span>
  )
}
