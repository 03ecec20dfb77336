import { findMatchedAlias } from '#features/freight/destination.ts'
import type { Country } from '#features/freight/public-lists.ts'

type CountryNameProps = {
  country: Country
  query: string
  /** At the end of the row; the country's code by default. */
  aside?: string
}

/** Flag and name with the searched part in bold; when the text matches an alias only, the alias too. */
export function CountryName({ country, query, aside = country.code }: CountryNameProps) {
  const alias = findMatchedAlias(query, country)
  return (
    <>
      <img className="country__flag" src={country.flag} alt="" width={24} height={16} loading="lazy" />
      <span>
        <NameWithMatch name={country.name} query={query} />
        {alias && <small className="country__alias"> {alias}</small>}
      </span>
      <span className="country__code">{aside}</span>
    </>
  )
}

function NameWithMatch({ name, query }: { name: string; query: string }) {
  const searchText = query.trim().toLowerCase()
  const start = searchText === '' ? -1 : name.toLowerCase().indexOf(searchText)
  if (start < 0) return <span>{name}</span>
  const end = start + searchText.length
  return (
    <>
      <span>{name.slice(0, start)}</span>
      <b>{name.slice(start, end)}</b>
      <span>{name.slice(end)}</span>
    </>
  )
}
