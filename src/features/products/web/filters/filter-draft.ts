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
  /** The error, visible from the first attempt until it is fixed. */
  problem: FilterProblem | undefined
  /** Updates the draft and returns it. */
  change: (changes: Partial<FilterDraft>) => FilterDraft
  /** The search of a draft; undefined when the draft is invalid, and then the error becomes visible. */
  attempt: (draft: FilterDraft) => PopularSearch | undefined
}

/** The values of the filter fields. They follow the URL, but do not overwrite what is being typed. */
export function useFilterDraft(search: PopularSearch): FilterDraftForm {
  const path = getPopularPath(getFilters(search))
  const [draft, setDraft] = useState(() => toFilterDraft(search))
  const [isErrorVisible, setErrorVisible] = useState(
    () => validateFilterDraft(toFilterDraft(search)) !== undefined,
  )
  const [currentPath, setCurrentPath] = useState(path)
  const [appliedPath, setAppliedPath] = useState(path)
  if (path !== currentPath) {
    setCurrentPath(path)
    setAppliedPath(path)
    if (path !== appliedPath) setDraft(toFilterDraft(search))
  }
  return {
    draft,
    problem: isErrorVisible ? validateFilterDraft(draft) : undefined,
    change: (changes) => {
      const next = { ...draft, ...changes }
      setDraft(next)
      if (!validateFilterDraft(next)) setErrorVisible(false)
      return next
    },
    attempt: (attempted) => {
      if (validateFilterDraft(attempted)) {
        setErrorVisible(true)
        return undefined
      }
      const next = toPopularSearch(attempted, search)
      setAppliedPath(getPopularPath(getFilters(next)))
      return next
    },
  }
}
