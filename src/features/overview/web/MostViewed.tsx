import { Pencil } from 'lucide-react'
import { getManageProductsPath } from '#features/products/manage-search.ts'
import { productLimits } from '#features/products/texts-and-limits.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { TableSkeleton } from '#shared/web/ui/feedback/ListStates.tsx'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import { RowActions } from '#shared/web/ui/lists/RowActions.tsx'
import { Table, TableCell, type TableColumn, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { TruncatedText } from '#shared/web/ui/values/TruncatedText.tsx'
import type { Overview } from '../contract.ts'
import { overviewLimits, overviewText } from '../texts-and-limits.ts'
import { MissingFields } from './MissingFields.tsx'

const columns: TableColumn[] = [
  { key: 'image', label: 'Image', position: 'picture', isQuiet: true, isNarrow: true },
  { key: 'name', label: 'Name', position: 'lead' },
  { key: 'store', label: 'Marketplace', position: 'sub' },
  { key: 'views', label: 'Views', position: 'third', isNumeric: true },
  { key: 'photos', label: 'QC photos', position: 'third', isNumeric: true },
  { key: 'weight', label: 'Weight', position: 'third', isNumeric: true },
  { key: 'lacks', label: 'Missing', position: 'wide' },
  { key: 'action', label: 'Action', position: 'end', isQuiet: true },
]

/** The most viewed products, with what they are missing. */
export function MostViewed({ items }: { items: Overview['mostViewed'] }) {
  if (items.length === 0) return <p className="muted small">{overviewText.noViews}</p>
  return (
    <Table label="Most viewed items" columns={columns} hasPictures>
      {items.map((item) => (
        <ItemRow key={item.product._id} item={item} />
      ))}
    </Table>
  )
}

export function MostViewedSkeleton() {
  return (
    <TableSkeleton
      of="the most viewed items"
      columns={columns}
      rows={overviewLimits.mostViewed}
      hasPictures
    />
  )
}

function ItemRow({ item: { product, views } }: { item: Overview['mostViewed'][number] }) {
  const { _id, name, thumbnailImg, shopType, qcCount, weight } = product
  return (
    <TableRow>
      <TableCell column="image">
        <Picture src={thumbnailImg} alt="" width={56} height={56} sizes="56px" maxWidth={160} />
      </TableCell>
      <TableCell column="name" isStrong>
        <TruncatedText text={name} maxLength={productLimits.shownName} title="Product name" />
      </TableCell>
      <TableCell column="store" isMuted>
        {marketplaceLabels[shopType]}
      </TableCell>
      <TableCell column="views">{formatNumber(views)}</TableCell>
      <TableCell column="photos">{formatNumber(qcCount)}</TableCell>
      <TableCell column="weight" isMuted={weight === null}>
        {weight === null ? 'unknown' : `${formatNumber(weight)} g`}
      </TableCell>
      <TableCell column="lacks">
        <MissingFields product={product} />
      </TableCell>
      <TableCell column="action">
        <RowActions>
          <a
            className="btn btn--quiet row-act"
            href={getManageProductsPath({ text: '', trending: 'All', edit: _id })}
            title="Edit"
          >
            <Pencil className="icon icon--s" aria-hidden />
            <span className="row-act__word">
              Edit<span className="visually-hidden"> {name}</span>
            </span>
          </a>
        </RowActions>
      </TableCell>
    </TableRow>
  )
}
