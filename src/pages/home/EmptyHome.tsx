import { useId } from 'react'
import { productText } from '#features/products/texts-and-limits.ts'
import { useExamples } from '#features/products/web/use-examples.ts'
import { paths } from '#shared/paths.ts'
import './EmptyHome.css'

const shirt = 'M86 56 118 44C124 60 156 60 162 44L194 56 220 104 192 118 184 100V214H96V100L88 118 60 104Z'
const grid = Array.from({ length: 9 }, (_none, index) => 318 + index * 26)
  .map((at) => `M${at} 20v262M292 ${at - 272}h262`)
  .join('')
const ticks = Array.from(
  { length: 25 },
  (_none, index) => `M${304 + index * 10} 282v-${index % 5 ? 5 : 8}`,
).join('')

/** Drawn here, because icons shared with other pages would become files of their own. */
const icons = {
  links: 'm2 9 3-3 3 3M13 18H7a2 2 0 0 1-2-2V6m17 9-3 3-3-3M11 6h6a2 2 0 0 1 2 2v10',
  scales:
    'M12 3v18m7-13 3 8a5 5 0 0 1-6 0zV7M3 7h1a17 17 0 0 0 8-2 17 17 0 0 0 8 2h1M5 8l3 8a5 5 0 0 1-6 0zV7M7 21h10',
  box: 'M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73zM12 22V12M3.29 7 12 12l8.71-5M7.5 4.27l9 5.15',
}

function Icon({ drawing }: { drawing: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className="icon"
      aria-hidden="true"
    >
      <path d={drawing} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

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
            <Icon drawing={icons.links} />
            Turn links into your agent's
          </a>
        </li>
        <li>
          <a href={paths.estimation()}>
            <Icon drawing={icons.scales} />
            Estimate shipping
          </a>
        </li>
        <li>
          <a href={paths.haul()}>
            <Icon drawing={icons.box} />
            Plan a haul
          </a>
        </li>
      </ul>
    </div>
  )
}

/** 'No Product Found' (§2), and on a site without products the way to the first one, for admins. */
export function NoTrending() {
  const hasItems = (useExamples() ?? []).length > 0
  return (
    <>
      {!hasItems && (
        <div className="home__admin for-admin">
          <p>
            <b>You run this site.</b> <span>Add the first product by its link.</span>
          </p>
          <a className="btn btn--brand" href={paths.addProduct()}>
            Add a Product
          </a>
        </div>
      )}
      <div className="home__none">
        <span className="home__mat surface-mat" aria-hidden>
          <svg
            viewBox="0 0 200 128"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeDasharray="4 4"
            aria-hidden="true"
          >
            <path d="M22 30h44v64H22zM78 30h44v64H78zM134 30h44v64h-44z" />
          </svg>
        </span>
        <p>
          <b>{productText.emptyList}</b>{' '}
          <span>
            {hasItems
              ? 'No product is trending now.'
              : 'The first products will appear here. Until then any link works: paste one above.'}
          </span>
        </p>
      </div>
    </>
  )
}
