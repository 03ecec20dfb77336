import './EstimateSummary.css'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Ruler, Shapes, Weight } from 'lucide-react'
import type { MouseEvent, Ref } from 'react'
import { categoriesQuery, countryNameQuery } from '#features/freight/web/queries.ts'
import { formatNumber, formatSides } from '#shared/format/format-number.ts'
import { buildEstimateUrl, type EstimateSearch, parseFeatureIds } from '../../estimate-search.ts'

/** Which part of the request is to be changed. */
export type EditedPart = 'all' | 'category' | 'size'

type EstimateSummaryProps = {
  search: EstimateSearch
  /** Puts it all back into the form; without script a link does. */
  onEdit: (part: EditedPart) => void
  /** Takes the focus when an answer came. */
  ref?: Ref<HTMLParagraphElement>
}

/**
 * What the results below answer, because the form is empty again: '1,240 g, 34 x 22 x 12 cm, … to Germany', and what
 * was left out of it.
 */
export function EstimateSummary({ search, onEdit, ref }: EstimateSummaryProps) {
  const { destination = '', features } = search
  const { data: country } = useQuery(countryNameQuery(destination))
  const { data: groups } = useQuery({ ...categoriesQuery(), enabled: features !== undefined })
  const chosen = parseFeatureIds(search)
  const goods = (groups ?? []).flatMap((group) =>
    group.children.filter(({ id }) => chosen.includes(id)).map(({ name }) => `${group.name}/${name}`),
  )
  const size = formatSearchSize(search)
  const heavier = guessMeantGrams(search)
  const edit = (part: EditedPart) => ({
    href: buildEstimateUrl({ ...search, sent: undefined, edit: '1' }),
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      onEdit(part)
    },
  })
  return (
    <div className="estimate-summary">
      <p tabIndex={-1} ref={ref}>
        <b className="tabular-nums">{formatSearchParcel(search)}</b>
        <span>{`${goods.length > 0 ? `, ${goods.join(', ')}` : ''} to `}</span>
        <b>{country ?? destination}</b>
      </p>
      {(heavier || chosen.length === 0 || !size) && (
        <div className="estimate-summary__missing">
          {heavier && (
            <a className="chip" href={buildEstimateUrl({ ...search, weight: heavier })}>
              <Weight className="icon icon--s" aria-hidden />
              <span>{`Did you mean ${formatTypedNumber(heavier)} g?`}</span>
            </a>
          )}
          {chosen.length === 0 && (
            <a className="chip" {...edit('category')}>
              <Shapes className="icon icon--s" aria-hidden />
              No category · pick one
            </a>
          )}
          {!size && (
            <a className="chip" {...edit('size')}>
              <Ruler className="icon icon--s" aria-hidden />
              No size · add
            </a>
          )}
        </div>
      )}
      <a className="btn estimate-summary__edit" {...edit('all')}>
        <Pencil className="icon icon--s" aria-hidden />
        Edit
      </a>
    </div>
  )
}

/** Weight and size of the parcel: '1,240 g, 34 x 22 x 12 cm'. */
export function formatSearchParcel(search: EstimateSearch): string {
  const size = formatSearchSize(search)
  return `${formatTypedNumber(search.weight ?? '')} g${size && `, ${size}`}`
}

/** '34 x 22 x 12 cm'; when sides are missing, the given ones are named: 'length 34 cm, height 12 cm'. */
function formatSearchSize({ length, width, height }: EstimateSearch): string {
  if (length && width && height) return formatSides([length, width, height])
  const sides = Object.entries({ length, width, height }).filter(([, side]) => side)
  return sides.map(([name, side]) => `${name} ${side} cm`).join(', ')
}

/** What most lines take at most: so few grams were probably meant as kilograms. */
const mostKilograms = 30

/** '1200' for a weight of 1.2; undefined for one that may be meant. */
function guessMeantGrams({ weight }: EstimateSearch): string | undefined {
  const typed = Number(weight?.replace(',', '.'))
  return typed > 0 && typed <= mostKilograms ? String(Math.round(typed * 1000)) : undefined
}

/** As it was typed, with a comma for each thousand where it is a plain number. */
function formatTypedNumber(text: string): string {
  return /^\d+$/.test(text) ? formatNumber(Number(text)) : text
}
