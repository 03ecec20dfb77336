import { useState } from 'react'
import {
  type FilterDraft,
  type FilterProblem,
  getFilters,
  toFilterDraft,
  toPopularSearch,
  validateFilterDraft,
} from '../../filter.ts'
import { getPopularPath, type PopularSearch } from '../../popular-search.ts'

export type FilterDraftForm = {
  draft: FilterDraft
  /** The error, shown from the first attempt on until it is fixed. */
  problem: FilterProblem | undefined
  /** Takes over what was typed and gives it back. */
  change: (changes: Partial<FilterDraft>) => FilterDraft
  /** The search to go to; undefined when the draft has a problem, which is then shown. */
  attempt: (draft: FilterDraft) => PopularSearch | undefined
}

/** The filter fields' values: follow the URL, but never overwrite what is being typed. */
export function useFilterDraft(search: PopularSearch): FilterDraftForm {
  const address = getPopularPath(getFilters(search))
  const [draft, setDraft] = useState(() => toFilterDraft(search))
  const [isTried, setTried] = useState(() => validateFilterDraft(toFilterDraft(search)) !== undefined)
  const [seen, setSeen] = useState(address)
  const [own, setOwn] = useState(address)
  if (address !== seen) {
    setSeen(address)
    setOwn(address)
    if (address !== own) setDraft(toFilterDraft(search))
  }
  return {
    draft,
    problem: isTried ? validateFilterDraft(draft) : undefined,
    change: (changes) => {
      const next = { ...draft, ...changes }
      setDraft(next)
      if (!validateFilterDraft(next)) setTried(false)
      return next
    },
    attempt: (tried) => {
      if (validateFilterDraft(tried)) {
        setTried(true)
        return undefined
      }
      const next = toPopularSearch(tried, search)
      setOwn(getPopularPath(getFilters(next)))
      return next
    },
  }
}
