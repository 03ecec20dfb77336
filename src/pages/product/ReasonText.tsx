import type { ReactNode } from 'react'

/** The reason why a page has no details, and what to do. */
export function ReasonText({ text, help, children }: { text: string; help: string; children?: ReactNode }) {
  return (
    <div className="product__reason">
      <p className="product__said">{text}</p>
      <p className="product__help">{help}</p>
      {children}
    </div>
  )
}
