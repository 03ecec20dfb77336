import './EstimateSummary.css'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Ruler, Shapes, Weight } from 'lucide-react'
import type { MouseEvent, Ref } from 'react'
import { categoriesQuery, countryNameQuery } from '#features/freight/web/queries.ts'
import { formatNumber, formatSidesCm } from '#shared/format/format-number.ts'
import {
  buildEditUrl,
  buildEstimateUrl,
  type EstimateRequestTexts,
  parseFeatureIds,
} from '../../estimate-search.ts'

/** The part of the request to change. */
export type EditedPart = 'all' | 'category' | 'size'

type EstimateSummaryProps = {
  request: EstimateRequestTexts
  /** Fills the form with the request; without JavaScript a link does this. */
  onEdit: (part: EditedPart) => void
  /** Receives the focus when results arrive. */
  ref?: Ref<HTMLParagraphElement>
}

/**
 * The request of the results below, because the form is cleared: '1,240 g, 34 x 22 x 12 cm, … to Germany', with links
 * to add missing parts.
 */
export function EstimateSummary({ request, onEdit, ref }: EstimateSummaryProps) {
  const { destination = '', features } = request
  const { data: country } = useQuery(countryNameQuery(destination))
  const { data: groups } = useQuery({ ...categoriesQuery(), enabled: features !== undefined })
  const chosenIds = parseFeatureIds(request)
  const goods = (groups ?? []).flatMap((group) =>
    group.children.filter(({ id }) => chosenIds.includes(id)).map(({ name }) => `${group.name}/${name}`),
  )
  const size = formatRequestSize(request)
  const guessedGrams = guessGrams(request)
  const edit = (part: EditedPart) => ({
    href: buildEditUrl(request),
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      onEdit(part)
    },
  })
  return (
    <div className="estimate-summary">
      <p tabIndex={-1} ref={ref}>
        <b className="tabular-nums">{formatParcel(request)}</b>
        <span>{`${goods.length > 0 ? `, ${goods.join(', ')}` : ''} to `}</span>
        <b>{country ?? destination}</b>
      </p>
      {(guessedGrams || chosenIds.length === 0 || !size) && (
        <div className="estimate-summary__missing">
          {guessedGrams && (
            <a className="chip" href={buildEstimateUrl({ ...request, weight: guessedGrams })}>
              <Weight className="icon icon--s" aria-hidden />
              <span>{`Did you mean ${formatTypedNumber(guessedGrams)} g?`}</span>
            </a>
          )}
          {chosenIds.length === 0 && (
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
export function formatParcel(request: EstimateRequestTexts): string {
  const size = formatRequestSize(request)
  return `${formatTypedNumber(request.weight ?? '')} g${size && `, ${size}`}`
}

/** '34 x 22 x 12 cm'; when a side is missing, the others with their names: 'length 34 cm, height 12 cm'. */
function formatRequestSize({ length, width, height }: EstimateRequestTexts): string {
  if (length && width && height) return formatSidesCm([length, width, height])
  const sides = Object.entries({ length, width, height }).filter(([, side]) => side)
  return sides.map(([name, side]) => `${name} ${side} cm`).join(', ')
}

/** A weight up to this number was probably meant as kilograms: it is the maximum of most lines. */
const maxLikelyKilograms = 30

/** '1200' for a weight of 1.2; undefined for a plausible weight in grams. */
function guessGrams({ weight }: EstimateRequestTexts): string | undefined {
  const typed = Number(weight?.replace(',', '.'))
  return typed > 0 && typed <= maxLikelyKilograms ? String(Math.round(typed * 1000)) : undefined
}

/** The typed text; an integer gets a comma for each thousand. */
function formatTypedNumber(text: string): string {
  return /^\d+$/.test(text) ? formatNumber(Number(text)) : text
}
