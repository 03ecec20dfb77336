import type { ReactNode } from 'react'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { DeepEdge } from '#shared/web/ui/values/DeepEdge.tsx'
import './AccountSheet.css'

type AccountSheetProps = {
  title: string
  lead?: string | undefined
  /** Content above the heading: the tabs to the other form. */
  top?: ReactNode
  /** Content below the form: links or a hint. */
  foot?: ReactNode
  /** Decoration beside the form, if there is room. */
  object: ReactNode
  /** What does not work without JavaScript, in one sentence. */
  withoutScript?: string
  /** If there is no room beside the form, the decoration is shown below it, smaller. */
  isObjectKept?: boolean
  children: ReactNode
}

/** A page with a form on a sheet, on a dark background. */
export function AccountSheet({
  title,
  lead,
  top,
  foot,
  object,
  withoutScript = 'This page needs JavaScript.',
  isObjectKept = false,
  children,
}: AccountSheetProps) {
  return (
    <div className="surface-dark account">
      <DeepEdge />
      <div className="wrap account__in">
        <section className="sheet" aria-labelledby="sheet-title">
          <span className="sheet__edge ruler-ticks" aria-hidden />
          {top}
          <div className="sheet__in">
            <div className="sheet__head">
              <h1 id="sheet-title">{title}</h1>
              {lead && <p>{lead}</p>}
            </div>
            <noscript>
              <Callout variant="warn" title={withoutScript}>
                <span>Turn it on for this site and reload.</span>
              </Callout>
            </noscript>
            {children}
          </div>
          {foot && <div className="sheet__foot">{foot}</div>}
        </section>
        <div
          className={isObjectKept ? 'account__object account__object--kept' : 'account__object'}
          aria-hidden
        >
          {object}
        </div>
      </div>
    </div>
  )
}
