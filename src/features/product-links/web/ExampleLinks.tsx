import { useId } from 'react'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { exampleLinks } from '../examples.ts'
import './ExampleLinks.css'

/** Links to three example items, one per marketplace. */
export function ExampleLinks() {
  const id = useId()
  return (
    <div className="examples">
      <p className="label" id={id}>
        Or try an example
      </p>
      <ul className="examples__list" aria-labelledby={id}>
        {exampleLinks.map(({ shopType, item, id: code }) => (
          <li key={shopType}>
            <a className="example" href={paths.product(shopType, code)}>
              <span>{`${marketplaceLabels[shopType]} `}</span>
              <span>{item}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
