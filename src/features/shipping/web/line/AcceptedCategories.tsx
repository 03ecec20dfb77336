import type { CategoryRestriction } from '#features/freight/option.ts'
import './AcceptedCategories.css'

/** Every category by group, in a disclosure: what a line carries and what it does not. */
export function AcceptedCategories({ groups }: { groups: readonly CategoryRestriction[] }) {
  return (
    <details className="accepted-categories">
      <summary className="accepted-categories__open">Show all</summary>
      <dl className="accepted-categories__list">
        {groups.map(({ name, allowList, blockList }) => (
          <div key={name}>
            <dt>{name}</dt>
            {allowList.length > 0 && (
              <dd>
                <b>Accepted:</b>
                <span>{` ${blockList.length === 0 ? 'all' : allowList.join(', ')}`}</span>
              </dd>
            )}
            {blockList.length > 0 && (
              <dd>
                <b>Not accepted:</b>
                <span>{` ${allowList.length === 0 ? 'all' : blockList.join(', ')}`}</span>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </details>
  )
}
