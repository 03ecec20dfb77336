import './PopularPage.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { BuyLink } from '#features/agents/web/BuyButton.tsx'
import { usePreferredAgent } from '#features/agents/web/preferred-agent.ts'
import { countryNameQuery } from '#features/freight/web/queries.ts'
import { toListedProduct } from '#features/haul/listed-product.ts'
import { HaulButton } from '#features/haul/web/HaulButton.tsx'
import type { Product } from '#features/products/contract.ts'
import { clearFilters, getAppliedFilters } from '#features/products/filter.ts'
import { type PopularSearch, parsePopularSearch } from '#features/products/popular-search.ts'
import { productText } from '#features/products/spec.ts'
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
import { LookSwitch } from '#features/products/web/look/LookSwitch.tsx'
import { useShipTo } from '#features/shipping/web/use-ship-to.ts'
import { openShipTo } from '#features/shipping/web/use-ship-to-state.ts'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { paths } from '#shared/paths.ts'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { useSearchParams } from '#shared/web/navigation/router.tsx'
import { EmptyState } from '#shared/web/ui/feedback/EmptyState.tsx'
import { PriceWithShippingFields } from './PriceWithShippingFields.tsx'
import { ShipToChip } from './ShipToChip.tsx'

const listId = 'list'

/** §2 Discover Popular Products. */
export default function PopularPage() {
  const params = useSearchParams()
  const search = parsePopularSearch(params)
  const show = useShowSearch()
  const kept = useShipTo()?.code
  const country = kept ?? search.ShipTo
  const list = usePopularList({ ...search, ShipTo: country })
  const destination = useCountryName(country)
  const count = useRef<HTMLParagraphElement>(null)
  useKeptCountry(search, kept, show)
  const focusCount = () => count.current?.focus({ preventScroll: true })
  return (
    <>
      <PageHead title={productText.popularTitle} description={popularLine} path={paths.popular()} />
      <section className="wrap popular" aria-labelledby="popular-title">
        <PopularHeading shipTo={<ShipToChip code={kept} />} />
        <a className="skip" href={`#${listId}`}>
          Skip filters
        </a>
        <div className="popular__bar">
          <FilterButton search={search} onApply={show} />
          <PopularFilters search={search} onApply={show}>
            <SortSelect id="sort" search={search} country={kept} onAsk={askCountry} onShow={show} />
            {/* React ignores its content while hydrating, so that only the server needs it. */}
            <noscript>{import.meta.env.SSR ? <PriceWithShippingFields search={search} /> : null}</noscript>
            <CompactSwitch
              isCompact={search.view === 'compact'}
              onChange={(isCompact) => show({ ...search, view: isCompact ? 'compact' : undefined })}
            />
          </PopularFilters>
          <LookSwitch status={describeReality(list.products)} />
        </div>
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
        <AppliedFilters search={search} destination={search.ShipTo && destination} onDrop={focusCount} />
        <PopularResults search={search} list={list} country={destination} onDrop={focusCount} />
        <ClaimsLine />
      </section>
    </>
  )
}

function askCountry(then: (code: string) => void): void {
  openShipTo({ onChoose: ({ code }) => then(code) })
}

/** The country of the whole site is the one for every price, so an address with another one follows it. */
function useKeptCountry(
  search: PopularSearch,
  kept: string | undefined,
  show: (search: PopularSearch) => void,
): void {
  const follow = useStableCallback((ShipTo: string) => show({ ...search, ShipTo }))
  const isOther = search.ShipTo !== undefined && kept !== undefined && kept !== search.ShipTo
  useEffect(() => {
    if (isOther) follow(kept)
  }, [isOther, kept, follow])
}

/** 'QC photos shown, 11 of 12 items have one.' */
function describeReality(products: readonly Product[] | undefined): string {
  const count = products?.filter(({ qcImage }) => qcImage !== null).length
  return products ? `QC photos shown, ${count} of ${products.length} items have one.` : ''
}

/** The code itself until the name has loaded. */
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
  onDrop: () => void
}

function PopularResults({ search, list, country, onDrop }: PopularResultsProps) {
  const { products, total, isBusy, isFailed, retry } = list
  const isCompact = search.view === 'compact'
  const agent = usePreferredAgent()
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
          action={({ shopType, productCode, name }) => (
            <BuyLink shopType={shopType} productCode={productCode} look="quiet" of={name} agent={agent} />
          )}
          corner={(product) => <HaulButton product={toListedProduct(product)} variant="icon" />}
        />
      )}
      {products?.length === 0 && <NothingFits search={search} onDrop={onDrop} />}
      {!products && !isFailed && <ProductGridSkeleton isCompact={isCompact} />}
      {products && <LoadMore search={search} shown={products.length} total={total} listId={listId} />}
    </>
  )
}

/** 'No Product Found', and which filter to remove. */
function NothingFits({ search, onDrop }: Pick<PopularResultsProps, 'search' | 'onDrop'>) {
  const applied = getAppliedFilters(search)
  return (
    <div id={listId}>
      <EmptyState
        title={productText.emptyList}
        text={
          applied.length > 0 ? 'No products match these filters. Remove one to see more.' : 'No products yet.'
        }
      >
        {applied.map(({ name, label, value, without }) => (
          <SearchLink className="btn" key={name} search={without} onFollow={onDrop}>
            {`Remove ${label} ${value}`}
          </SearchLink>
        ))}
        {applied.length > 1 && (
          <SearchLink className="btn btn--quiet" search={clearFilters(search)} onFollow={onDrop}>
            Clear filters
          </SearchLink>
        )}
      </EmptyState>
    </div>
  )
}
