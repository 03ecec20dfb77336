import { ArrowRight } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { BenchScale } from '#shared/web/ui/values/BenchScale.tsx'
import { ToolCard, type ToolLevel } from '#shared/web/ui/values/ToolCard.tsx'
import './HaulCard.css'
import puffer from './pictures/puffer.webp'
import runner from './pictures/runner.webp'
import sneaker from './pictures/sneaker.webp'
import windbreaker from './pictures/windbreaker.webp'

const points = ['finds the cheapest way to pack several items', 'tells what one more item adds']

/** The haul planner, beside the tools of the specification. */
export function HaulCard({ level }: { level: ToolLevel }) {
  return (
    <ToolCard title="Haul planner" level={level} points={points} stage={<LoadedScale />}>
      <div className="tool__act">
        <a className="btn" href={paths.haul()}>
          Plan a haul <ArrowRight className="icon icon--s" aria-hidden />
        </a>
      </div>
    </ToolCard>
  )
}

/** Several items on one scale. */
function LoadedScale() {
  return (
    <div className="loaded-scale">
      <div className="loaded-scale__items">
        {[sneaker, puffer, runner, windbreaker].map((src) => (
          <img key={src} src={src} alt="" width={64} height={64} loading="lazy" decoding="async" />
        ))}
      </div>
      <BenchScale grams={4070} />
    </div>
  )
}
