import { ArrowUpToLine, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatYuan, getCurrencyName } from '#shared/format/money.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { getPositions } from '#shared/web/ui/lists/positions.ts'
import { RowAction, RowActions } from '#shared/web/ui/lists/RowActions.tsx'
import { RowSelect } from '#shared/web/ui/lists/RowSelect.tsx'
import { TableCell, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { TruncatedText } from '#shared/web/ui/values/TruncatedText.tsx'
import type { Product } from '../../contract.ts'
import { productLimits } from '../../texts-and-limits.ts'
import { RowGrip } from './RowGrip.tsx'
import type { GripAction } from './row-lifting.ts'

/** An admin's action on a product. */
export type ProductAction = { product: Product } & (
  | { kind: 'move'; position: number }
  | { kind: 'trend'; onTrend: boolean }
  | { kind: 'edit' | 'remove' }
)

type ProductRowProps = {
  product: Product
  /** The number of positions. */
  total: number
  isChanging: boolean
  isLifted: boolean
  onGrip: (action: GripAction) => void
  onAction: (action: ProductAction) => void
}

const trendOptions = [
  { value: 'true', label: 'Trending' },
  { value: 'false', label: 'Not Trending' },
] as const

/** A row with a product, its position and its actions (§2 Manage Products). Memoized, so that it renders only when it changes. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, total, isChanging, isLifted, onGrip, onAction } = props
  const { _id, name, serial, onTrend: isTrending } = product
  return (
    <TableRow data-row={_id} className={isLifted ? 'is-lifted' : ''}>
      <TableCell column="place">
        <span className="product-table__place">
          <RowGrip product={product} isLifted={isLifted} onGrip={onGrip} />
          <RowSelect
            label={`Position of ${name}`}
            value={String(serial)}
            options={() => getPositions(total)}
            isBusy={isChanging}
            onChange={(position) => onAction({ kind: 'move', product, position: Number(position) })}
          />
        </span>
      </TableCell>
      <ProductFacts product={product} />
      <TableCell column="trending">
        <RowSelect
          label={`Trending: ${name}`}
          value={String(isTrending)}
          options={trendOptions}
          isBusy={isChanging}
          onChange={(value) => onAction({ kind: 'trend', product, onTrend: value === 'true' })}
        />
      </TableCell>
      <TableCell column="acts">
        <ProductActions product={product} onAction={onAction} />
      </TableCell>
    </TableRow>
  )
})

function ProductFacts({ product }: { product: Product }) {
  const { name, thumbnailImg, shopType, price, qcCount } = product
  return (
    <>
      <TableCell column="picture">
        {thumbnailImg ? (
          <Picture src={thumbnailImg} alt="" width={56} height={56} sizes="56px" maxWidth={160} />
        ) : (
          <span className="product-table__no-picture" />
        )}
      </TableCell>
      <TableCell column="name" isStrong>
        <TruncatedText text={name} maxLength={productLimits.shownName} title="Product name" />
      </TableCell>
      <TableCell column="store" isMuted>
        {marketplaceLabels[shopType]}
      </TableCell>
      <TableCell column="price">
        <span>
          <span aria-hidden>{`¥${formatYuan(price)}`}</span>
          <span className="visually-hidden">{`${formatYuan(price)} ${getCurrencyName('CNY')}`}</span>
        </span>
      </TableCell>
      <TableCell column="photos">{formatNumber(qcCount)}</TableCell>
    </>
  )
}

function ProductActions({ product, onAction }: Pick<ProductRowProps, 'product' | 'onAction'>) {
  const { name, serial } = product
  return (
    <RowActions>
      {serial > 1 && (
        <RowAction
          icon={<ArrowUpToLine className="icon icon--s" aria-hidden />}
          label="To top"
          of={name}
          onClick={() => onAction({ kind: 'move', product, position: 1 })}
        />
      )}
      <RowAction
        icon={<Pencil className="icon icon--s" aria-hidden />}
        label="Edit"
        of={name}
        aria-haspopup="dialog"
        onClick={() => onAction({ kind: 'edit', product })}
      />
      <RowAction
        icon={<Trash2 className="icon icon--s" aria-hidden />}
        label="Delete"
        of={name}
        isDanger
        onClick={() => onAction({ kind: 'remove', product })}
      />
    </RowActions>
  )
}
