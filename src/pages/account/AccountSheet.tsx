import type { ReactNode } from 'react'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { DeepEdge } from '#shared/web/ui/values/DeepEdge.tsx'
import './AccountSheet.css'

type AccountSheetProps = {
  title: string
  lead?: string | undefined
  /** What stands above the heading: the way to the other form. */
  top?: ReactNode
  /** The strip below the form: links elsewhere, or a hint. */
  foot?: ReactNode
  /** Decoration on the mat beside the form where there is room. */
  object: ReactNode
  /** What the form cannot do without script, in one sentence. */
  withoutScript?: string
  /** Without room beside it, the decoration is shown below the form, small. */
  isObjectKept?: boolean
  children: ReactNode
}

/** A form on one sheet, on the deep side of the mat. */
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
