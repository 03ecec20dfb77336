import { startTransition, useEffect, useRef, useState } from 'react'
import { useStableCallback } from '#shared/web/hooks/use-stable-callback.ts'
import { useRowMotion } from '#shared/web/ui/lists/row-motion.ts'
import { useRowSteps } from '#shared/web/ui/lists/row-steps.ts'
import { Table, type TableColumn } from '#shared/web/ui/lists/Table.tsx'
import type { Product } from '../../contract.ts'
import { type ProductAction, ProductRow } from './ProductRow.tsx'
import './ProductTable.css'
import { useRowLifting } from './row-lifting.ts'

export const productColumns: readonly TableColumn[] = [
  { key: 'place', label: 'Sl', isNarrow: true, isSelect: true, position: 'half' },
  { key: 'picture', label: 'Image', isQuiet: true, isNarrow: true, position: 'picture' },
  { key: 'name', label: 'Name', position: 'lead' },
  { key: 'store', label: 'Marketplace', position: 'sub' },
  { key: 'price', label: 'Price', isNumeric: true, position: 'third' },
  { key: 'photos', label: 'QC photos', isNumeric: true, position: 'third' },
  { key: 'trending', label: 'Trending', isNarrow: true, isSelect: true, position: 'half' },
  { key: 'acts', label: 'Action', isNarrow: true, position: 'end' },
]

type ProductTableProps = {
  /** The products that match the filters. */
  products: readonly Product[]
  /** The number of products without filters, which is the number of positions. */
  total: number
  /** Identifies the filters. When it changes, the list starts at the first row. */
  filters: string
  isChanging: (id: string) => boolean
  /** Returns the new index in `products`. `outcome` resolves to true when the server accepted the move. */
  onMove: (product: Product, position: number) => { index: number; outcome: Promise<boolean> }
  onAction: (action: Exclude<ProductAction, { kind: 'move' }>) => void
}

/** The number of rows on a large screen. */
const initialRows = 20

/** The catalogue in its order. Rows are rendered in steps, because a thousand rows at once would be slow. */
export function ProductTable({ products, total, filters, isChanging, onMove, onAction }: ProductTableProps) {
  const { from, to, reveal, showMore, showEarlier } = useRowSteps(filters)
  const rendersAllRows = useDeferredRows()
  const handleAction = useStableCallback(async (action: ProductAction) => {
    if (action.kind !== 'move') return onAction(action)
    const { index, outcome } = onMove(action.product, action.position)
    reveal(index)
    if (!(await outcome)) reveal(products.findIndex(({ _id }) => _id === action.product._id))
  })
  const lifting = useRowLifting({
    products,
    total,
    onMove: (product, position) => handleAction({ kind: 'move', product, position }),
  })
  const { lifted, status, handleGrip } = lifting
  const rows = lifting.rows.slice(from, rendersAllRows ? to : Math.min(to, from + initialRows))
  const body = useRowMotion(rows.map(({ _id }) => _id).join(), lifted?.isDragged)

  return (
    <div className="product-table">
      {from > 0 && <StepButton label="Show earlier" onShow={showEarlier} />}
      <Table
        label="Products in the order of the public list"
        columns={productColumns}
        hasPictures
        bodyRef={body}
      >
        {rows.map((product) => (
          <ProductRow
            key={product._id}
            product={product}
            total={total}
            isChanging={isChanging(product._id)}
            isLifted={product._id === lifted?.product._id}
            onGrip={handleGrip}
            onAction={handleAction}
          />
        ))}
      </Table>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {rendersAllRows && to < products.length && (
        <StepButton label="Load more" onShow={showMore} loadsOnScroll />
      )}
      <ListedRange from={from} to={to} total={products.length} />
    </div>
  )
}

/** Which rows of how many are in the list; nothing when it has all of them. */
function ListedRange({ from, to, total }: { from: number; to: number; total: number }) {
  if (to - from >= total) return null
  return (
    <p className="product-table__part" role="status">
      {`${from + 1}–${Math.min(to, total)} of ${total} in this list`}
    </p>
  )
}

/** False until the first rows are rendered. The other rows render with low priority. */
function useDeferredRows(): boolean {
  const [rendersAll, setRendersAll] = useState(false)
  useEffect(() => startTransition(() => setRendersAll(true)), [])
  return rendersAll
}

type StepButtonProps = {
  label: string
  onShow: () => void
  /** Loads without a press when it is scrolled near the viewport. */
  loadsOnScroll?: boolean
}

function StepButton({ label, onShow, loadsOnScroll = false }: StepButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!loadsOnScroll || !button.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onShow()
      },
      { rootMargin: '400px 0px' },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  })
  return (
    <button ref={button} type="button" className="btn product-table__step" onClick={onShow}>
      {label}
    </button>
  )
}
