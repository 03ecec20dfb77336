import { ArrowDown, ArrowRight, Link2 } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { ToolCard, type ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import './ConvertCard.css'

const points = ["turns any product link into your agent's link", 'up to 500 at once']

/** The link converter, beside the tools of the specification. */
export function ConvertCard({ level }: { level: ToolLevel }) {
  return (
    <ToolCard title="Link converter" level={level} points={points} stage={<TwoLinks />}>
      <div className="tool__act">
        <a className="btn" href={paths.convert()}>
          Convert links <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
    </ToolCard>
  )
}

/** A link, and the converted link below it. */
function TwoLinks() {
  return (
    <div className="two-links">
      <span>weidian.com/item.html?itemID=…</span>
      <ArrowDown className="icon" />
      <span className="two-links__out">
        <Link2 className="icon icon--s" /> agent.example/item/…
      </span>
    </div>
  )
}
