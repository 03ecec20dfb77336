import './EstimateSummary.css'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { Ref } from 'react'
import { categoriesQuery, countryNameQuery } from '#features/freight/web/queries.ts'
import { buildEstimateUrl, type EstimateSearch, parseFeatureIds } from '../../estimate-search.ts'

type EstimateSummaryProps = {
  search: EstimateSearch
  /** Puts it all back into the form; without script a link does. */
  onEdit: () => void
  /** Takes the focus when an answer came. */
  ref?: Ref<HTMLParagraphElement>
}

/** What the results below answer, because the form is empty again: '1240 g, 34x22x12 cm, … to Germany'. */
export function EstimateSummary({ search, onEdit, ref }: EstimateSummaryProps) {
  const { destination = '', weight, features } = search
  const { data: country } = useQuery(countryNameQuery(destination))
  const { data: groups } = useQuery({ ...categoriesQuery(), enabled: features !== undefined })
  const chosen = parseFeatureIds(search)
  const goods = (groups ?? []).flatMap((group) =>
    group.children.filter(({ id }) => chosen.includes(id)).map(({ name }) => `${group.name}/${name}`),
  )
  const size = formatSearchSize(search)
  return (
    <div className="estimate-summary">
      <p tabIndex={-1} ref={ref}>
        <b className="tabular-nums">
          {weight} g{size && `, ${size}`}
        </b>
        {goods.length > 0 && `, ${goods.join(', ')}`} <b>to {country ?? destination}</b>
      </p>
      <a
        className="btn"
        href={buildEstimateUrl({ ...search, sent: undefined, edit: '1' })}
        onClick={(event) => {
          event.preventDefault()
          onEdit()
        }}
      >
        <Pencil className="icon icon--s" aria-hidden />
        Edit
      </a>
    </div>
  )
}

/** '34x22x12 cm'; when sides are missing, the given ones are named: 'length 34 cm, height 12 cm'. */
function formatSearchSize({ length, width, height }: EstimateSearch): string {
  if (length && width && height) return `${length}x${width}x${height} cm`
  const sides = Object.entries({ length, width, height }).filter(([, side]) => side)
  return sides.map(([name, side]) => `${name} ${side} cm`).join(', ')
}
