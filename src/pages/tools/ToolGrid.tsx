import { QcLookup } from '#features/product-links/web/QcLookup.tsx'
import { ConvertCard } from '#features/site/web/ConvertCard.tsx'
import { ExtensionCard } from '#features/site/web/ExtensionCard.tsx'
import { HaulCard } from '#features/site/web/HaulCard.tsx'
import { ShippingCard } from '#features/site/web/ShippingCard.tsx'
import { TrackingCard } from '#features/site/web/TrackingCard.tsx'
import type { ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import './ToolGrid.css'

/** The four cards of §2 Tools with two of our own, on Home and on their own page. */
export function ToolGrid({ level }: { level: ToolLevel }) {
  return (
    <div className="tool-grid">
      <QcLookup level={level} />
      <ShippingCard level={level} />
      <HaulCard level={level} />
      <ConvertCard level={level} />
      <TrackingCard level={level} />
      <ExtensionCard level={level} />
    </div>
  )
}
