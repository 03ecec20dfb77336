import './FilterDrawer.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useDebouncedCallback } from '#shared/web/hooks/use-debounced-callback.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Switch } from '#shared/web/ui/forms/Switch.tsx'
import {
  type FilterDraft,
  getStorefrontLabel,
  toFilterDraft,
  toPopularSearch,
  validateFilterDraft,
} from '../../filter.ts'
import type { PopularSearch } from '../../popular-search.ts'
import { storefronts } from '../../texts-and-limits.ts'
import { popularCountQuery } from '../queries.ts'
import { PriceField } from './PriceField.tsx'

type FilterDrawerProps = {
  isOpen: boolean
  search: PopularSearch
  onApply: (search: PopularSearch) => void
  onClose: () => void
}

/**
 * The filters on a phone. They are applied by the button, which shows the number of results.
 */
export function FilterDrawer({ isOpen, onClose, ...form }: FilterDrawerProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title="Filters" className="filter-drawer">
      <DrawerForm {...form} onClose={onClose} />
    </Dialog>
  )
}

/** The pause in typing after which the number of results is requested. */
const debounceMs = 400

function DrawerForm({ search, onApply, onClose }: Omit<FilterDrawerProps, 'isOpen'>) {
  const [draft, setDraft] = useState(() => toFilterDraft(search))
  const [view, setView] = useState(search.view)
  const [countedDraft, setCountedDraft] = useState(draft)
  const [isErrorVisible, setErrorVisible] = useState(false)
  const debounce = useDebouncedCallback(debounceMs)
  const problem = validateFilterDraft(draft)
  function change(changes: Partial<FilterDraft>) {
    const next = { ...draft, ...changes }
    setDraft(next)
    if (!validateFilterDraft(next)) {
      setErrorVisible(false)
      debounce.later(() => setCountedDraft(next))
    }
  }
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (problem) {
      setErrorVisible(true)
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus()
      return
    }
    onApply(toPopularSearch(draft, { ...search, view }))
    onClose()
  }
  const prices = { problem: isErrorVisible ? problem : undefined, idPrefix: 'drawer' }
  return (
    <form className="filter-drawer__form" noValidate onSubmit={handleSubmit}>
      <div className="filter-drawer__prices">
        <PriceField
          {...prices}
          name="MinPrice"
          label="Min Price"
          value={draft.MinPrice}
          onChange={(MinPrice) => change({ MinPrice })}
        />
        <PriceField
          {...prices}
          name="MaxPrice"
          label="Max Price"
          value={draft.MaxPrice}
          onChange={(MaxPrice) => change({ MaxPrice })}
        />
      </div>
      <StorefrontChoice chosen={draft.Storefront} onChoose={(Storefront) => change({ Storefront })} />
      <Switch
        label="Compact mode"
        isOn={view === 'compact'}
        onChange={(isCompact) => setView(isCompact ? 'compact' : undefined)}
      />
      <div className="filter-drawer__foot">
        <button type="button" className="btn" onClick={() => change(toFilterDraft({}))}>
          Clear filters
        </button>
        <ShowButton draft={countedDraft} />
      </div>
    </form>
  )
}

function StorefrontChoice({ chosen, onChoose }: { chosen: string; onChoose: (storefront: string) => void }) {
  return (
    <fieldset>
      <legend className="field__label filter-drawer__legend">Storefront</legend>
      <div className="filter-drawer__radios">
        {['', ...storefronts].map((storefront) => (
          <label key={storefront}>
            <input
              className="over-label"
              type="radio"
              name="Storefront"
              value={storefront}
              checked={storefront === chosen}
              onChange={() => onChoose(storefront)}
            />
            <span>{getStorefrontLabel(storefront)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function ShowButton({ draft }: { draft: FilterDraft }) {
  const { data } = useQuery({
    ...popularCountQuery(useApiClient(), toPopularSearch(draft, {})),
    placeholderData: keepPreviousData,
  })
  return (
    <button type="submit" className="btn btn--brand">
      {`Show ${data ? `${data.total ?? 0} ` : ''}${data?.total === 1 ? 'product' : 'products'}`}
    </button>
  )
}
