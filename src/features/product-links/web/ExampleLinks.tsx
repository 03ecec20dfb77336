import { useId } from 'react'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { findDemoExample } from '../examples.ts'
import './ExampleLinks.css'

/** Links to example items of this site, at most one per marketplace. */
export function ExampleLinks({ items }: { items: readonly (ItemParams & { name: string })[] }) {
  const id = useId()
  return (
    <div className="examples">
      <p className="label" id={id}>
        Or try an example
      </p>
      <ul className="examples__list" aria-labelledby={id}>
        {items.map(({ shopType, productCode, name }) => (
          <li key={shopType}>
            <a className="example" href={paths.product(shopType, productCode)}>
              <span>{`${marketplaceLabels[shopType]} `}</span>
              <span className="example__name">{findDemoExample(shopType, productCode) ?? name}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
