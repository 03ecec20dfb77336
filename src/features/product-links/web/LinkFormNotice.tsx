import { WifiOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LinkFormState } from './use-link-form.ts'
import './LinkStatus.css'

type LinkFormNoticeProps = {
  state: LinkFormState
  id?: string
  /** Shown while there is nothing to say of the form itself. */
  children?: ReactNode
}

/** Below a link box: why the link has not opened, else what stands in it. */
export function LinkFormNotice({ state, id, children }: LinkFormNoticeProps) {
  return (
    <div className="link-status" id={id} role="status">
      {state === 'offline' ? (
        <p className="link-status__line">
          <WifiOff className="icon" aria-hidden />
          <span>You're offline. We'll open this link when you're back online.</span>
        </p>
      ) : state === 'failed' ? (
        <p className="link-status__line link-status__line--bad">
          <span className="link-status__mark">
            <X className="icon" aria-hidden />
          </span>
          <span>We couldn't read this link. Check your connection and try again.</span>
        </p>
      ) : (
        children
      )}
    </div>
  )
}
