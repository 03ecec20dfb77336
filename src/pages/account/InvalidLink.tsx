import { type ReactNode, useEffect } from 'react'
import { useErrorTitle } from '#shared/web/error-title.ts'
import { focusHeading } from '#shared/web/RouteFocus.tsx'
import { AccountSheet } from './AccountSheet.tsx'
import { Envelope } from './Envelope.tsx'

type InvalidLinkProps = {
  title: string
  /** What to do now, in one line. */
  lead: string
  /** It takes the place of a form that was just sent. */
  takesFocus: boolean
  /** Where to go on. */
  way: { label: string; path: string }
  foot?: ReactNode
}

/** The address holds no whole link, or one that the server would not have. */
export function InvalidLink({ title, lead, takesFocus, way, foot }: InvalidLinkProps) {
  useErrorTitle(true)
  useEffect(() => {
    if (takesFocus) focusHeading()
  }, [takesFocus])
  return (
    <AccountSheet title={title} object={<Envelope />} foot={foot}>
      <p>{lead}</p>
      <a className="tape tape--wide" href={way.path}>
        {way.label}
      </a>
    </AccountSheet>
  )
}
