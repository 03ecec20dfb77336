import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#shared/format/format-number.ts'
import { Table, TableCell, type TableColumn, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { TruncatedText } from '#shared/web/ui/values/TruncatedText.tsx'
import type { RateChange } from '../../contract.ts'
import './ChangeTable.css'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'

export const changeColumns: readonly TableColumn[] = [
  { key: 'line', label: 'Line', position: 'lead' },
  { key: 'country', label: 'Country', position: 'sub' },
  { key: 'fee', label: 'Fee', position: 'wide' },
  { key: 'now', label: 'Current', isNumeric: true },
  { key: 'then', label: 'New', isNumeric: true },
  { key: 'change', label: 'Change', isNumeric: true },
]

/** The number of changes that are visible at first, so that the content below is not too far away. */
const initialRows = 20
/** The maximum length of a fee name that fits on one line, like 'per kg up to 2 kg'. */
const maxShortLength = 20

type ChangeTableProps = {
  changes: readonly RateChange[]
  /** The number of all changes; the list may be shorter. */
  total: number
}

/** The figures that differ between two cards. */
export function ChangeTable({ changes, total }: ChangeTableProps) {
  const [showsAll, setShowsAll] = useState(false)
  const visibleChanges = showsAll ? changes : changes.slice(0, initialRows)
  return (
    <div className="changes">
      <Table label="Changed figures" columns={changeColumns} className="table-box--slim">
        {visibleChanges.map((change, index) => (
          <ChangeRow key={index} change={change} />
        ))}
      </Table>
      {visibleChanges.length < total && (
        <p className="changes__more">
          <span>{`The first ${visibleChanges.length} of ${formatNumber(total)} changes.`}</span>
          {!showsAll && (
            <button type="button" className="btn" onClick={() => setShowsAll(true)}>
              {`Show ${changes.length < total ? `the first ${changes.length}` : `all ${total}`}`}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function ChangeRow({
  change: { lineName, countries, what, before, after, ...rest },
}: {
  change: RateChange
}) {
  const getCountryName = useCountryNames()
  const countryNames = countries.length === 0 ? 'all' : countries.map(getCountryName).join(', ')
  return (
    <TableRow>
      <TableCell column="line" isStrong>
        {lineName || 'The card'}
      </TableCell>
      <TableCell column="country" isMuted>
        <TruncatedText text={countryNames} maxLength={30} title={`${lineName}: countries`} />
      </TableCell>
      <TableCell column="fee" {...(what.length <= maxShortLength && { className: 'changes__short' })}>
        {what}
      </TableCell>
      <TableCell column="now">
        <FigureValue text={before} title={`${what}, now`} isOld />
      </TableCell>
      <TableCell column="then">
        <FigureValue text={after} title={`${what}, then`} />
      </TableCell>
      <TableCell column="change">
        <Difference {...rest} />
      </TableCell>
    </TableRow>
  )
}

type FigureValueProps = { text: string | null; title: string; isOld?: boolean }

/** A figure, or text of any length. */
function FigureValue({ text, title, isOld = false }: FigureValueProps) {
  if (text === null) return <span className="cell--muted">none</span>
  const shortText = <TruncatedText text={text} maxLength={16} title={title} />
  return isOld ? <s className="change-old">{shortText}</s> : <b className="change-new">{shortText}</b>
}

function Difference({ kind, change, direction }: Pick<RateChange, 'kind' | 'change' | 'direction'>) {
  if (kind !== 'changed') return <span className="cell--muted">{kind}</span>
  if (change === null) return <span className="cell--muted">changed</span>
  const isDown = /^[-−]/.test(change)
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <span className={`difference difference--${direction}`}>
      <Arrow className="icon icon--s" aria-hidden />
      <span>
        <span className="visually-hidden">{isDown ? 'down ' : 'up '}</span>
        <span>{change.replace(/^[-−+]\s*/, '')}</span>
      </span>
    </span>
  )
}
