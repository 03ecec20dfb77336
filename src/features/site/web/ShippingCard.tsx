import { ArrowRight } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { BenchScale } from '#shared/web/ui/values/BenchScale.tsx'
import { ToolCard, type ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import './ShippingCard.css'

const points = ['compare agents', 'delivery estimates']
const slip = [
  ['Air, slow', '¥115.72'],
  ['Post, express', '¥221.00'],
  ['Courier', '¥386.11'],
] as const

/** §2 Tools, Shipping Calculator: the link to the estimate. */
export function ShippingCard({ level }: { level: ToolLevel }) {
  return (
    <ToolCard title="Shipping Calculator" level={level} points={points} stage={<PrintingScale />}>
      <div className="tool__act">
        <a className="btn btn--block" href={paths.estimation()}>
          Open calculator <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
    </ToolCard>
  )
}

/** A scale that prints a receipt. */
function PrintingScale() {
  return (
    <div className="scale">
      <div className="scale__slip surface-paper">
        {slip.map(([line, price]) => (
          <div key={line} className="scale__row">
            <span>{line}</span>
            <b>{price}</b>
          </div>
        ))}
      </div>
      <BenchScale grams={1240} />
    </div>
  )
}
