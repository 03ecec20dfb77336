import './PopularPage.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import type { Product } from '#features/products/contract.ts'
import { clearFilters, getAppliedFilters } from '#features/products/filter.ts'
import { type PopularSearch, parsePopularSearch } from '#features/products/popular-search.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { ClaimsLine } from '#features/products/web/ClaimsLine.tsx'
import { AppliedFilters } from '#features/products/web/filters/AppliedFilters.tsx'
import { FilterButton } from '#features/products/web/filters/FilterButton.tsx'
import { PopularFilters } from '#features/products/web/filters/PopularFilters.tsx'
import { PopularHeading, popularLine } from '#features/products/web/filters/PopularHeading.tsx'
import { type PopularList, usePopularList } from '#features/products/web/filters/popular-list.ts'
import { SortSelect } from '#features/products/web/filters/SortSelect.tsx'
import { SearchLink, useShowSearch } from '#features/products/web/filters/search-navigation.tsx'
import { CompactSwitch } from '#features/products/web/list/CompactSwitch.tsx'
import { LoadMore } from '#features/products/web/list/LoadMore.tsx'
import { ProductGrid, ProductGridSkeleton } from '#features/products/web/list/ProductGrid.tsx'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { LookSwitch } from '#features/visitor/web/look/LookSwitch.tsx'
import { useIsShipToPending, useShipTo } from '#features/visitor/web/ship-to/use-ship-to.ts'
import { paths } from '#shared/paths.ts'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { useCardActions } from '../use-card-actions.tsx'
import { PriceWithShippingFields } from './PriceWithShippingFields.tsx'
import { ShipToChip } from './ShipToChip.tsx'

const listId = 'list'

/** The page Discover Popular Products (§2). */
export default function PopularPage() {
  const params = useSearchParams()
  const search = parsePopularSearch(params)
  const showSearch = useShowSearch()
  const shipToCode = useShipTo()?.code
  const country = shipToCode ?? search.ShipTo
  const askCountry = useAskCountry()
  const list = usePopularList({ ...search, ShipTo: country })
  const destination = useCountryName(country)
  const count = useRef<HTMLParagraphElement>(null)
  useSyncCountry(search, shipToCode, showSearch)
  const isEmptySite = list.products?.length === 0 && getAppliedFilters(search).length === 0
  const focusCount = () => count.current?.focus({ preventScroll: true })
  return (
    <>
      <PageHead title={productText.popularTitle} description={popularLine} path={paths.popular()} />
      <section className="wrap popular" aria-labelledby="popular-title">
        <PopularHeading shipTo={<ShipToChip code={shipToCode} />} />
        <a className="skip" href={`#${listId}`}>
          Skip filters
        </a>
        {!isEmptySite && (
          <div className="popular__bar">
            <FilterButton search={search} onApply={showSearch} />
            <PopularFilters search={search} onApply={showSearch}>
              <SortSelect
                id="sort"
                search={search}
                country={shipToCode}
                onAskCountry={askCountry}
                onShow={showSearch}
              />
              {/* React ignores this content while hydrating, so only the server renders it. */}
              <noscript>{import.meta.env.SSR ? <PriceWithShippingFields search={search} /> : null}</noscript>
              <CompactSwitch
                isCompact={search.view === 'compact'}
                onChange={(isCompact) => showSearch({ ...search, view: isCompact ? 'compact' : undefined })}
              />
            </PopularFilters>
            <LookSwitch status={describeReality(list.products)} />
          </div>
        )}
        <h2 className="visually-hidden">Products</h2>
        <p
          className={
            getAppliedFilters(search).length > 0 ? 'popular__count' : 'visually-hidden popular__count'
          }
          role="status"
          tabIndex={-1}
          ref={count}
        >
          {formatProductCount(list)}
        </p>
        <AppliedFilters search={search} destination={search.ShipTo && destination} onRemove={focusCount} />
        <PopularResults search={search} list={list} country={destination} onRemove={focusCount} />
        <ClaimsLine />
      </section>
    </>
  )
}

type CountryHandler = (code: string) => void

/** Returns a function that asks for a country when none can be guessed; it waits while the guess is loading. */
function useAskCountry(): (onCountry: CountryHandler) => void {
  const isPending = useIsShipToPending()
  const code = useShipTo()?.code
  const [handler, setHandler] = useState<{ onCountry: CountryHandler }>()
  useEffect(() => {
    if (!handler || isPending) return
    setHandler(undefined)
    if (code === undefined) openShipTo({ onChoose: (country) => handler.onCountry(country.code) })
    else handler.onCountry(code)
  }, [handler, isPending, code])
  return (onCountry) => setHandler({ onCountry })
}

/** Replaces the country in the URL by the visitor's destination, because all prices of the site use that. */
function useSyncCountry(
  search: PopularSearch,
  shipToCode: string | undefined,
  showSearch: (search: PopularSearch) => void,
): void {
  const replaceCountry = useStableCallback((ShipTo: string) => showSearch({ ...search, ShipTo }))
  const isOther = search.ShipTo !== undefined && shipToCode !== undefined && shipToCode !== search.ShipTo
  useEffect(() => {
    if (isOther) replaceCountry(shipToCode)
  }, [isOther, shipToCode, replaceCountry])
}

/** The status for screen readers: 'QC photos shown, 11 of 12 items have one.' */
function describeReality(products: readonly Product[] | undefined): string {
  const count = products?.filter(({ qcImage }) => qcImage !== null).length
  return products ? `QC photos shown, ${count} of ${products.length} items have one.` : ''
}

/** The name of a country; its code until the name is loaded. */
function useCountryName(code: string | undefined): string | undefined {
  const { data } = useQuery({ ...countryNameQuery(code ?? ''), enabled: code !== undefined })
  return code && (data ?? code)
}

function formatProductCount({ products, total, isFailed }: PopularList): string {
  if (!products) return isFailed ? '' : 'Loading products…'
  return total === 1 ? '1 product' : `${total} products`
}

type PopularResultsProps = {
  search: PopularSearch
  list: PopularList
  country: string | undefined
  onRemove: () => void
}

function PopularResults({ search, list, country, onRemove }: PopularResultsProps) {
  const { products, total, isBusy, isFailed, retry } = list
  const isCompact = search.view === 'compact'
  const actions = useCardActions()
  return (
    <>
      {isFailed && (
        <div className="popular__failure" role="alert">
          <p>We couldn't update the list.</p>
          <button type="button" className="btn" onClick={retry}>
            Try Again
          </button>
        </div>
      )}
      {products && products.length > 0 && (
        <ProductGrid
          id={listId}
          products={products}
          isCompact={isCompact}
          isBusy={isBusy}
          country={country}
          {...actions}
        />
      )}
      {products?.length === 0 && <NoMatches search={search} onRemove={onRemove} />}
      {!products && !isFailed && <ProductGridSkeleton isCompact={isCompact} />}
      {products && <LoadMore search={search} visibleCount={products.length} total={total} listId={listId} />}
    </>
  )
}

/** The empty state 'No Product Found' with buttons that remove filters. */
function NoMatches({ search, onRemove }: Pick<PopularResultsProps, 'search' | 'onRemove'>) {
  const applied = getAppliedFilters(search)
  if (applied.length === 0)
    return (
      <EmptyState
        className="empty--wide"
        title={productText.emptyList}
        text="This site has no products yet. Any link in the box above works already: you get its agent links, a shipping estimate and a place in your haul."
        drawing={<path d="M22 30h44v64H22zM78 30h44v64H78zM134 30h44v64h-44z" />}
      >
        <a className="btn" href={paths.convert()}>
          Turn links into your agent's
        </a>
        <a className="btn" href={paths.estimation()}>
          Estimate shipping
        </a>
        <a className="btn" href={paths.haul()}>
          Plan a haul
        </a>
      </EmptyState>
    )
  return (
    <div id={listId}>
      <EmptyState
        title={productText.emptyList}
        text="No products match these filters. Remove one to see more."
      >
        {applied.map(({ name, label, value, without }) => (
          <SearchLink className="btn" key={name} search={without} onOpen={onRemove}>
            {`Remove ${label} ${value}`}
          </SearchLink>
        ))}
        {applied.length > 1 && (
          <SearchLink className="btn btn--quiet" search={clearFilters(search)} onOpen={onRemove}>
            Clear filters
          </SearchLink>
        )}
      </EmptyState>
    </div>
  )
}
