import { useQuery } from '@tanstack/react-query'
import type { CollectionEntry } from '#features/collection/contract.ts'
import { findEntryPriceWithShipping } from '#features/collection/entry-price.ts'
import type { CategoryGroup } from '#features/freight/category.ts'
import { type CountryLines, compileCountryLines } from '#features/freight/engine/country-lines.ts'
import type { Tariffs } from '#features/freight/tariffs.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { tariffsQuery } from '#features/shipping/web/queries.ts'
import { useNamedShipTo } from '#features/shipping/web/use-ship-to.ts'
import { formatYuan } from '#shared/format/money.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'

/** What a saved item costs sent alone, as on its own page: '¥294.12 with shipping to Germany, sent alone'. */
export function ItemWithShipping({ entry }: { entry: CollectionEntry }) {
  const country = useNamedShipTo()
  const lines = useCountryLines(country?.code)
  const total = lines && findEntryPriceWithShipping(entry, lines)
  if (!country || total === undefined) return null
  return (
    <span>
      ¥{formatYuan(total)} with shipping to {country.name}, sent alone
    </span>
  )
}

function useCountryLines(code: string | undefined): CountryLines | undefined {
  const isWanted = code !== undefined
  const tariffs = useQuery({ ...tariffsQuery(useApiClient(), code ?? ''), enabled: isWanted })
  const categories = useQuery({ ...categoriesQuery(), enabled: isWanted })
  const data = tariffs.data?.data
  return code && data && categories.data ? compileOnce(data, code, categories.data) : undefined
}

const compiled = new WeakMap<Tariffs, CountryLines>()

/** The lines of one answer of the server, compiled once for all cards. */
function compileOnce(tariffs: Tariffs, code: string, categories: readonly CategoryGroup[]): CountryLines {
  const known = compiled.get(tariffs) ?? compileCountryLines(tariffs, code, categories)
  compiled.set(tariffs, known)
  return known
}
