import { type ReactNode, useEffect } from 'react'
import { useErrorTitle } from '#shared/web/error-title.ts'
import { focusHeading } from '#shared/web/navigation/RouteFocus.tsx'
import { AccountSheet } from './AccountSheet.tsx'
import { Envelope } from './Envelope.tsx'

type InvalidLinkProps = {
  title: string
  /** What to do now, in one line. */
  lead: string
  /** True when it replaces a form that was just sent. */
  takesFocus: boolean
  /** The link to continue with. */
  link: { label: string; path: string }
  foot?: ReactNode
}

/** The page for a link that is incomplete or that the server rejected. */
export function InvalidLink({ title, lead, takesFocus, link, foot }: InvalidLinkProps) {
  useErrorTitle(true)
  useEffect(() => {
    if (takesFocus) focusHeading()
  }, [takesFocus])
  return (
    <AccountSheet title={title} object={<Envelope />} foot={foot}>
      <p>{lead}</p>
      <a className="primary-button primary-button--wide" href={link.path}>
        {link.label}
      </a>
    </AccountSheet>
  )
}
