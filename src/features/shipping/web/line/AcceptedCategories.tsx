import type { CategoryRestriction } from '#features/freight/option.ts'
import './AcceptedCategories.css'

/** A disclosure with every category by group: accepted and not accepted ones. */
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
