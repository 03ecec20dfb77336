import { ArrowRight } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { ToolCard, type ToolLevel } from '#shared/web/ui/ToolCard.tsx'
import './ShippingCard.css'

const points = ['compare agents', 'delivery estimates']
const slip = [
  ['Air, slow', '¥115.72'],
  ['Post, express', '¥221.00'],
  ['Courier', '¥386.11'],
] as const

/** §2 Tools, Shipping Calculator: the way to the estimate. */
export function ShippingCard({ level }: { level: ToolLevel }) {
  return (
    <ToolCard title="Shipping Calculator" level={level} points={points} stage={<BenchScale />}>
      <div className="tool__act">
        <a className="btn btn--block" href={paths.estimation()}>
          Open calculator <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
    </ToolCard>
  )
}

/** A scale that prints a slip. */
function BenchScale() {
  return (
    <div className="scale">
      <div className="scale__slip paper">
        {slip.map(([line, price]) => (
          <div key={line} className="scale__row">
            <span>{line}</span>
            <b>{price}</b>
          </div>
        ))}
      </div>
      <div className="scale__box">
        <div className="lcd">
          <span className="lcd__cap">Net</span>1240 <small>g</small>
        </div>
        <div className="scale__keys">
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  )
}
