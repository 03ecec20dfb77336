import { ArrowLeftRight, Package, Scale } from 'lucide-react'
import { useId } from 'react'
import { paths } from '#shared/paths.ts'
import './EmptyHero.css'

const shirt = 'M86 56 118 44C124 60 156 60 162 44L194 56 220 104 192 118 184 100V214H96V100L88 118 60 104Z'
const grid = Array.from({ length: 9 }, (_none, index) => 318 + index * 26)
  .map((at) => `M${at} 20v262M292 ${at - 272}h262`)
  .join('')
const ticks = Array.from(
  { length: 25 },
  (_none, index) => `M${304 + index * 10} 282v-${index % 5 ? 5 : 8}`,
).join('')

/** A drawing of what photos show, until the site has an item with QC photos. */
export function EmptyHero() {
  return (
    <figure className="live drawn">
      <div className="drawn__frame">
        <svg
          viewBox="0 0 560 300"
          className="drawn__picture"
          role="img"
          aria-label="A drawing: a T-shirt as the seller shows it beside the same T-shirt on a warehouse mat, with a ruler and a loose thread marked."
        >
          <rect x="6" y="20" width="262" height="262" rx="3" />
          <path d={shirt} transform="translate(-3 22)" />
          <text x="20" y="50">
            Seller's photo
          </text>
          <rect x="292" y="20" width="262" height="262" rx="3" className="drawn__mat" />
          <path className="drawn__grid" d={grid} />
          <path d={shirt} transform="translate(286 16) rotate(2 140 130)" />
          <rect x="292" y="262" width="262" height="20" className="drawn__tape" />
          <path className="drawn__ticks" d={ticks} />
          <path d="M466 222c8 4 2 12 10 16" />
          <circle className="drawn__ring" cx="470" cy="230" r="19" />
          <text x="306" y="50">
            QC photo
          </text>
        </svg>
        <figcaption>
          <b>This is a drawing.</b> <span>The first item with photos takes its place.</span>
        </figcaption>
      </div>
    </figure>
  )
}

/** What works on a site without items, where others offer examples. */
export function WorkingTools() {
  const id = useId()
  return (
    <div className="examples working">
      <p className="label" id={id}>
        Works right now
      </p>
      <ul aria-labelledby={id}>
        <li>
          <a href={paths.convert()}>
            <ArrowLeftRight className="icon" aria-hidden />
            Turn links into your agent's
          </a>
        </li>
        <li>
          <a href={paths.estimation()}>
            <Scale className="icon" aria-hidden />
            Estimate shipping
          </a>
        </li>
        <li>
          <a href={paths.haul()}>
            <Package className="icon" aria-hidden />
            Plan a haul
          </a>
        </li>
      </ul>
    </div>
  )
}
