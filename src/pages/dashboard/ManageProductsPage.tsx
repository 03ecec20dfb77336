import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Product } from '#features/products/contract.ts'
import {
  filterProducts,
  getManageProductsPath,
  type ManageSearch,
  parseManageSearch,
} from '#features/products/manage-search.ts'
import { manageProductText } from '#features/products/manage-texts.ts'
import { productText } from '#features/products/texts-and-limits.ts'
import { type ManagedProducts, useManagedProducts } from '#features/products/web/manage/managed-products.ts'
import { ProductFilters } from '#features/products/web/manage/ProductFilters.tsx'
import { ProductTable, productColumns } from '#features/products/web/manage/ProductTable.tsx'
import { PageHead } from '#features/site/web/PageHead.tsx'
import { formatNumber } from '#shared/format/format-number.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'
import { confirmDeletion } from '#shared/web/ui/dialogs/confirmations.ts'
import { ListEmpty, ListError, TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import { moveItem } from '#shared/web/ui/lists/positions.ts'

export { DashboardLayout as Frame } from '#pages/layouts/dashboard/DashboardLayout.tsx'

const EditProductDialog = lazy(async () => ({
  default: (await import('#features/products/web/manage/EditProductDialog.tsx')).EditProductDialog,
}))

/** §2 Dashboard, Manage Products. */
export default function ManageProductsPage() {
  const search = parseManageSearch(useSearchParams())
  const navigate = useNavigate()
  const list = useManagedProducts()
  const matching = list.products && filterProducts(list.products, search)
  return (
    <>
      <PageHead title="Manage Products" description="The dashboard of the site." isIndexed={false} />
      <div className="dashboard__head">
        <h1>Manage Products</h1>
        <a className="btn" href={paths.addProduct()}>
          <Plus className="icon icon--s" aria-hidden />
          Add a Product
        </a>
      </div>
      <ProductFilters
        search={search}
        summary={matching && list.products ? formatSummary(matching.length, list.products.length) : ''}
        onApply={(next) => navigate(getManageProductsPath(next), { replace: true, preventScrollReset: true })}
      />
      <ProductRows search={search} list={list} matching={matching} />
      <ProductEditing search={search} list={list} />
    </>
  )
}

type ProductRowsProps = { search: ManageSearch; list: ManagedProducts; matching: Product[] | undefined }

function ProductRows({ search, list, matching }: ProductRowsProps) {
  const navigate = useNavigate()
  const focus = useRowFocus()
  const { products, error, isFetching, reload } = list
  if (error) return <ListError error={error} onRetry={reload} isBusy={isFetching} />
  if (!products || !matching) return <TableSkeleton of="products" columns={productColumns} hasPictures />
  if (matching.length === 0) return <NoProducts isFiltered={products.length > 0} />

  async function handleRemove(product: Product) {
    if (!(await confirmDeletion(product.name))) return
    const next = findNeighbor(product, matching)
    if (!(await list.remove(product))) return focus(product)
    await showAlert({
      kind: 'success',
      title: manageProductText.deletedTitle,
      text: manageProductText.deleted,
    })
    focus(next)
  }
  function handleTrend(product: Product, onTrend: boolean) {
    if (search.trending !== 'All') focus(findNeighbor(product, matching)) // the filter removes it
    void list.setTrend(product, onTrend)
  }

  return (
    <ProductTable
      products={matching}
      total={products.length}
      filters={getManageProductsPath({ ...search, edit: '' })}
      isChanging={list.isChanging}
      onMove={(product, position) => ({
        index: findProductIndex(filterProducts(moveItem(products, product._id, position), search), product),
        outcome: list.move(product, position),
      })}
      onAction={(action) => {
        if (action.kind === 'trend') handleTrend(action.product, action.onTrend)
        else if (action.kind === 'remove') void handleRemove(action.product)
        else
          navigate(getManageProductsPath({ ...search, edit: action.product._id }), {
            preventScrollReset: true,
          })
      }}
    />
  )
}

function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <ListEmpty title={productText.emptyList} text="Add your first product." />
  return (
    <ListEmpty title={productText.emptyList} text="No product matches this name or code.">
      <a className="btn" href={paths.manageProducts()}>
        Clear filters
      </a>
    </ListEmpty>
  )
}

/** The dialog that a link can open: `?edit={_id}`. Shows its product until the exit animation has ended. */
function ProductEditing({
  search,
  list: { products, reload },
}: {
  search: ManageSearch
  list: ManagedProducts
}) {
  const navigate = useNavigate()
  const [id, setId] = useState(search.edit)
  if (search.edit !== '' && search.edit !== id) setId(search.edit)
  if (id === '' || !products) return null
  const findEdited = (all: readonly Product[] | undefined) => all?.find(({ _id }) => _id === id)
  return (
    <Suspense>
      <EditProductDialog
        product={findEdited(products)}
        open={search.edit !== ''}
        onClose={() =>
          navigate(getManageProductsPath({ ...search, edit: '' }), {
            replace: true,
            preventScrollReset: true,
          })
        }
        onReload={async () => findEdited(await reload())}
      />
    </Suspense>
  )
}

/** Moves the focus to a row once it is rendered, because the focused one was removed. */
function useRowFocus(): (product: Product | undefined) => void {
  const [target, setTarget] = useState<{ id: string | undefined }>()
  useEffect(() => {
    if (!target) return
    const row = document.querySelector(`[data-row="${target.id}"]`)
    const control = row?.querySelector('select') ?? document.querySelector<HTMLElement>('main input')
    control?.focus({ preventScroll: !row })
  }, [target])
  return (product) => setTarget({ id: product?._id })
}

/** The row after a removed one, or the one before. */
function findNeighbor(product: Product, products: readonly Product[] = []): Product | undefined {
  const index = findProductIndex(products, product)
  return products[index + 1] ?? products[index - 1]
}

function findProductIndex(products: readonly Product[], { _id }: Product): number {
  return products.findIndex((product) => product._id === _id)
}

function formatSummary(matchCount: number, totalCount: number): string {
  const total = totalCount === 1 ? '1 product' : `${formatNumber(totalCount)} products`
  return matchCount === totalCount ? total : `${formatNumber(matchCount)} of ${total}`
}
