import { paths } from '#shared/paths.ts'

/** The state of the rate cards' page in its URL. */
export type RateSearch = {
  view: 'cards' | 'duty'
  /** The chosen version; empty: the active one. */
  card: string
  /** The line that is being edited. */
  line: string
  /** The country whose note is being edited, or `new`. */
  note: string
}

export function parseRateSearch(params: URLSearchParams): RateSearch {
  return {
    view: params.get('view') === 'duty' ? 'duty' : 'cards',
    card: params.get('card') ?? '',
    line: params.get('line') ?? '',
    note: params.get('note') ?? '',
  }
}

/** Leaves out defaults. */
export function getRateCardsPath({ view = 'cards', ...rest }: Partial<RateSearch>): string {
  const said = Object.entries({ view: view === 'duty' ? view : '', ...rest }).filter(
    ([, text]) => text !== '',
  )
  const search = new URLSearchParams(said).toString()
  return search === '' ? paths.rateCards() : `${paths.rateCards()}?${search}`
}
