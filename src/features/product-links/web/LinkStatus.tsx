import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { shopLabels } from '#shared/shops.ts'
import { Spinner } from '#shared/web/ui/Spinner.tsx'
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
    <p className="parse" id={id} role="status">
      {reading === 'following' ? (
        <Following />
      ) : (
        reading &&
        (reading.ok ? <Understood link={reading}>{note(reading)}</Understood> : <Refused refusal={reading} />)
      )}
    </p>
  )
}

function Following() {
  return (
    <span className="parse__chip">
      <Spinner />
      <span>Following the short link…</span>
    </span>
  )
}

type UnderstoodProps = { link: ParsedLink; children: ReactNode }

function Understood({ link: { shopType, id, agent }, children }: UnderstoodProps) {
  return (
    <>
      <span className="parse__chip">
        <span className="parse__ok">
          <Check className="icon" aria-hidden />
        </span>
        <span>
          {shopLabels[shopType]}, item <span className="num">{id}</span>
          {agent && `, from a ${agent} link`}
        </span>
      </span>
      {children}
    </>
  )
}

function Refused({ refusal }: { refusal: ParseError }) {
  return (
    <span className="parse__chip parse__chip--bad">
      <span className="parse__ok">
        <X className="icon" aria-hidden />
      </span>
      <span>{refusal.reason}</span>
    </span>
  )
}
