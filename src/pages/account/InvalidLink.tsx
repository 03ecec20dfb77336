import type { ReactNode } from 'react'
import { useErrorTitle } from '#shared/web/error-title.ts'
import { AccountSheet } from './AccountSheet.tsx'
import { Envelope } from './Envelope.tsx'

type InvalidLinkProps = {
  title: string
  /** What to do now, in one line. */
  lead: string
  /** Where another link is to be had; none where no page of ours gives one. */
  way?: { label: string; path: string }
  foot?: ReactNode
}

/** The address holds no whole link. */
export function InvalidLink({ title, lead, way, foot }: InvalidLinkProps) {
  useErrorTitle(true)
  return (
    <AccountSheet title={title} object={<Envelope />} foot={foot}>
      <p>{lead}</p>
      {way && (
        <a className="tape tape--wide" href={way.path}>
          {way.label}
        </a>
      )}
    </AccountSheet>
  )
}
