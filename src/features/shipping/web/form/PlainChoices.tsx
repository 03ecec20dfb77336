import { ChevronDown } from 'lucide-react'
import { parseFeatureIds } from '../../estimate-search.ts'

/** Only the server renders these, for browsers without JavaScript; the browser's bundle does not contain them. */
const lists = import.meta.env.SSR ? await import('#features/freight/built-in/lists.ts') : undefined

/** The browser's own suggestions for the destination. */
export function PlainCountries({ id }: { id: string }) {
  return (
    <noscript>
      {lists && (
        <datalist id={id}>
          {lists.countries.map(({ code, name }) => (
            <option key={code} value={name} />
          ))}
        </datalist>
      )}
    </noscript>
  )
}

/** All categories as checkboxes, by group. */
export function PlainCategories({ features }: { features: string | undefined }) {
  const chosen = parseFeatureIds({ features })
  return (
    <noscript>
      {lists?.categories.map((group) => (
        <details
          key={group.id}
          className="plain-group"
          open={group.children.some(({ id }) => chosen.includes(id))}
        >
          <summary>
            <span>{group.name}</span>
            <ChevronDown className="icon icon--s" aria-hidden />
          </summary>
          {group.children.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                className="check__box"
                name="features"
                value={id}
                defaultChecked={chosen.includes(id)}
              />
              <span>{name}</span>
            </label>
          ))}
        </details>
      ))}
    </noscript>
  )
}
