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
  /** What the filters leave. */
  products: readonly Product[]
  /** How many there are without filters, each of which has a place. */
  total: number
  /** Identifies the filters: the rows start again when it changes. */
  filters: string
  isChanging: (id: string) => boolean
  /** Returns the new index in `products`, and later whether the server agreed. */
  onMove: (product: Product, place: number) => { index: number; outcome: Promise<boolean> }
  onAct: (act: Exclude<ProductAction, { kind: 'move' }>) => void
}

/** As many as a large screen shows. */
const initialRows = 20

/** The catalogue in order, in steps: a thousand rows are not rendered at once. */
export function ProductTable({ products, total, filters, isChanging, onMove, onAct }: ProductTableProps) {
  const { from, to, reveal, showMore, showEarlier } = useRowSteps(filters)
  const isWhole = useFollowing()
  const handleAct = useStableCallback(async (act: ProductAction) => {
    if (act.kind !== 'move') return onAct(act)
    const { index, outcome } = onMove(act.product, act.place)
    reveal(index)
    if (!(await outcome)) reveal(products.findIndex(({ _id }) => _id === act.product._id))
  })
  const lifting = useRowLifting({
    products,
    total,
    onMove: (product, place) => handleAct({ kind: 'move', product, place }),
  })
  const { lifted, status, handleGrip } = lifting
  const rows = lifting.rows.slice(from, isWhole ? to : Math.min(to, from + initialRows))
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
            onAct={handleAct}
          />
        ))}
      </Table>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {isWhole && to < products.length && <StepButton label="Load more" onShow={showMore} isEager />}
      {to - from < products.length && (
        <p className="product-table__part" role="status">
          {`${from + 1}–${Math.min(to, products.length)} of ${products.length} in this list`}
        </p>
      )}
    </div>
  )
}

/** False until the first rows are shown; the following ones render with low priority. */
function useFollowing(): boolean {
  const [isFollowing, setFollowing] = useState(false)
  useEffect(() => startTransition(() => setFollowing(true)), [])
  return isFollowing
}

type StepButtonProps = {
  label: string
  onShow: () => void
  /** Scrolling to it is enough. */
  isEager?: boolean
}

function StepButton({ label, onShow, isEager = false }: StepButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isEager || !button.current) return undefined
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
