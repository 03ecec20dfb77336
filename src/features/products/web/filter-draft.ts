import { useState } from 'react'
import {
  draftOf,
  draftProblem,
  type FilterDraft,
  type FilterProblem,
  filtersOf,
  searchOf,
} from '../filter.ts'
import { type PopularSearch, popularAddress } from '../popular-search.ts'

export type DraftForm = {
  draft: FilterDraft
  /** The error, shown from the first attempt on until it is fixed. */
  problem: FilterProblem | undefined
  /** Takes over what was typed and gives it back. */
  change: (changes: Partial<FilterDraft>) => FilterDraft
  /** The search to go to; undefined when the draft has a problem, which is then shown. */
  attempt: (draft: FilterDraft) => PopularSearch | undefined
}

/** The filter fields' values: follow the URL, but never overwrite what is being typed. */
export function useFilterDraft(search: PopularSearch): DraftForm {
  const address = popularAddress(filtersOf(search))
  const [draft, setDraft] = useState(() => draftOf(search))
  const [isTried, setTried] = useState(() => draftProblem(draftOf(search)) !== undefined)
  const [seen, setSeen] = useState(address)
  const [own, setOwn] = useState(address)
  if (address !== seen) {
    setSeen(address)
    setOwn(address)
    if (address !== own) setDraft(draftOf(search))
  }
  return {
    draft,
    problem: isTried ? draftProblem(draft) : undefined,
    change: (changes) => {
      const next = { ...draft, ...changes }
      setDraft(next)
      if (!draftProblem(next)) setTried(false)
      return next
    },
    attempt: (tried) => {
      if (draftProblem(tried)) {
        setTried(true)
        return undefined
      }
      const next = searchOf(tried, search)
      setOwn(popularAddress(filtersOf(next)))
      return next
    },
  }
}
