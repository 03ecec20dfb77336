import type { ReactNode } from 'react'
import { QcLookup } from '#features/product-links/web/QcLookup.tsx'
import { qcLookupPoints } from '#features/products/claims.ts'
import { useDrawnClaims } from '#features/products/web/use-drawn-claims.ts'
import { ExtensionCard } from '#features/site/web/ExtensionCard.tsx'
import { ShippingCard } from '#features/site/web/ShippingCard.tsx'
import { TrackingCard } from '#features/site/web/TrackingCard.tsx'
import type { ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import './ToolGrid.css'

type ToolGridProps = {
  level: ToolLevel
  /** Two cards of tools that the specification does not have. */
  more?: ReactNode
}

/** The four cards of §2 Tools, on Home and on their own page. */
export function ToolGrid({ level, more }: ToolGridProps) {
  return (
    <div className={more ? 'tool-grid tool-grid--six' : 'tool-grid'}>
      <QcLookup level={level} points={useDrawnClaims(qcLookupPoints)} />
      <ShippingCard level={level} />
      {more}
      <TrackingCard level={level} />
      <ExtensionCard level={level} />
    </div>
  )
}
