import { useQuery } from '@tanstack/react-query'
import { ImageOff, Package, Pencil, X } from 'lucide-react'
import { memo } from 'react'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { formatNumber } from '#shared/format/format-number.ts'
import { formatYuan } from '#shared/format/money.ts'
import { soldOutLabel } from '#shared/items/variant-selection.ts'
import { detectLanguage } from '#shared/language.ts'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { Picture } from '#shared/web/ui/images/Picture.tsx'
import type { HaulItem } from '../../haul.ts'
import type { NewItem } from '../../item-list.ts'
import { useSoldOutCheck } from '../use-sold-out.ts'
import { CategorySelect, SizeField, WeightField } from './HaulItemFields.tsx'
import { Stepper } from './Stepper.tsx'
import './HaulItemRow.css'
import { formatPieceCount, formatSidesMm } from '../plan/format-haul.ts'

type HaulItemRowProps = {
  item: HaulItem
  /** True when the haul is full. */
  isFull: boolean
  /** True when the fields are visible, not only their summary. */
  isOpen: boolean
  onOpen: (at: { id: number; isOpen: boolean }) => void
  onChange: (at: { id: number; part: Partial<NewItem> }) => void
  onRemove: (at: { id: number; name: string }) => void
}

/**
 * One item of the list, a single line until it is edited. It renders again only when its own data changes, so that
 * typing is as fast with 40 items as with one.
 */
export const HaulItemRow = memo(function HaulItemRow(props: HaulItemRowProps) {
  const { item, isFull, isOpen, onOpen, onChange, onRemove } = props
  const { id, name, picture, offer, sku } = item
  const weight = formatPieceWeight(item)
  const isSoldOut = useSoldOutCheck(offer)(sku)
  const change = (part: Partial<NewItem>) => onChange({ id, part })
  return (
    <li className="haul-item" data-row={id} data-open={isOpen || undefined}>
      <RowPicture src={picture} isTyped={offer === null} />
      <div className="haul-item__name">
        <p lang={detectLanguage(name)}>
          {offer ? <a href={paths.product(offer.shopType, offer.productCode, sku)}>{name}</a> : name}
        </p>
        <p className="haul-item__facts">{formatFacts(item)}</p>
        <p className="haul-item__said">
          {item.variant && <span>{`${item.variant} · `}</span>}
          {weight && <span>{weight}</span>}
          {item.sidesMm && (
            <span className="haul-item__dims">
              {`${item.grams !== null ? ' · ' : ''}${formatSidesMm(item.sidesMm)} cm`}
            </span>
          )}
          <KnownCategory id={item.category} isFirst={item.grams === null} />
        </p>
        {isSoldOut && <p className="haul-item__missing haul-item__missing--sold-out">{soldOutLabel}</p>}
        {item.grams === null && <p className="haul-item__missing">Add a weight to include this item.</p>}
      </div>
      <button
        type="button"
        className="btn btn--quiet btn--icon haul-item__fold"
        aria-expanded={isOpen}
        aria-controls={`good-${id}`}
        onClick={() => onOpen({ id, isOpen: !isOpen })}
      >
        <Pencil className="icon" aria-hidden />
        <span className="visually-hidden">{`${isOpen ? 'Done' : 'Change'}: ${name}`}</span>
      </button>
      <button
        type="button"
        className="btn btn--quiet btn--icon haul-item__remove"
        data-remove
        onClick={() => onRemove({ id, name })}
      >
        <X className="icon" aria-hidden />
        <span className="visually-hidden">{`Remove: ${name}`}</span>
      </button>
      <div className="haul-item__set" id={`good-${id}`}>
        <WeightField item={item} onChange={change} />
        <SizeField item={item} onChange={change} />
        <CategorySelect item={item} onChange={change} />
        <Stepper item={item} isFull={isFull} onChange={(quantity) => change({ quantity })} />
      </div>
    </li>
  )
})

function RowPicture({ src, isTyped }: { src: string; isTyped: boolean }) {
  if (src !== '') return <Picture src={src} alt="" width={480} height={480} sizes="64px" maxWidth={160} />
  const Icon = isTyped ? Package : ImageOff
  return (
    <span className="haul-item__blank">
      <Icon className="icon" aria-hidden />
    </span>
  )
}

/** The item's category, chosen or guessed from its name. */
function KnownCategory({ id, isFirst }: { id: string | null; isFirst: boolean }) {
  const { data: groups = [] } = useQuery(categoriesQuery())
  const category = groups.flatMap(({ children }) => children).find((child) => child.id === id)
  return category && <span>{`${isFirst ? '' : ' · '}${category.name}`}</span>
}

/** 'Weidian · Navy, 42 · ¥239.00', 'Taobao · ¥168.00 · From your link' */
function formatFacts({ offer, variant, priceFen, hinted = [] }: HaulItem): string {
  const details = [
    offer ? marketplaceLabels[offer.shopType] : 'Typed',
    variant,
    priceFen === null ? '' : `¥${formatYuan(priceFen / 100)}`,
    hinted.length === 0 ? '' : hinted.includes('member') ? 'Read by a member' : 'From your link',
  ]
  return details.filter((fact) => fact !== '').join(' · ')
}

/** '2 x 1,240 g' */
function formatPieceWeight({ grams, quantity }: HaulItem): string {
  if (grams === null) return quantity > 1 ? formatPieceCount(quantity) : ''
  return `${quantity > 1 ? `${quantity} x ` : ''}${formatNumber(grams)} g`
}
