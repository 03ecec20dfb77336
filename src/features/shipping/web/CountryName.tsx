import type { Country } from '#features/freight/country.ts'

/** Flag, name with the part that was asked for, and code. */
export function CountryName({ country: { name, code, flag }, query }: { country: Country; query: string }) {
  const wanted = query.trim().toLowerCase()
  const at = wanted === '' ? -1 : name.toLowerCase().indexOf(wanted)
  const end = at + wanted.length
  return (
    <>
      <img className="country__flag" src={flag} alt="" width={24} height={16} loading="lazy" />
      <span>
        {at < 0 ? (
          name
        ) : (
          <>
            {name.slice(0, at)}
            <b>{name.slice(at, end)}</b>
            {name.slice(end)}
          </>
        )}
      </span>
      <span className="country__code">{code}</span>
    </>
  )
}
