import type { ShippingLine } from '#features/freight/rate-card.ts'
import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import { StatusMark } from '#shared/web/ui/StatusMark.tsx'
import { Cell, type Column, Row, Table } from '#shared/web/ui/Table.tsx'
import { TruncatedText } from '#shared/web/ui/TruncatedText.tsx'
import './LineTable.css'
import { countriesOf, sizeWords, weightWords } from '../comparison/rate-words.ts'

export const lineColumns: readonly Column[] = [
  { key: 'line', label: 'Line', place: 'lead' },
  { key: 'countries', label: 'Countries', place: 'sub' },
  { key: 'state', label: 'State', place: 'third' },
  { key: 'days', label: 'Days', place: 'third', isNumeric: true },
  { key: 'limits', label: 'Limits', place: 'wide' },
  { key: 'action', label: 'Action', isNarrow: true, place: 'end' },
]

type LineTableProps = { lines: readonly ShippingLine[]; onEdit: (line: ShippingLine) => void }

/** The lines of a card. */
export function LineTable({ lines, onEdit }: LineTableProps) {
  return (
    <Table label="Lines of the card" columns={lineColumns} className="table-box--slim line-table">
      {lines.map((line) => (
        <LineRow key={line.id} line={line} onEdit={() => onEdit(line)} />
      ))}
    </Table>
  )
}

function LineRow({ line, onEdit }: { line: ShippingLine; onEdit: () => void }) {
  const nameOf = useCountryNames()
  const { name, active = true, transit } = line
  const size = sizeWords(line)
  return (
    <Row>
      <Cell column="line" isStrong>
        {name}
      </Cell>
      <Cell column="countries" isMuted>
        <TruncatedText
          text={countriesOf(line).map(nameOf).join(', ')}
          most={24}
          title={`${name}: countries`}
        />
      </Cell>
      <Cell column="state">
        <StatusMark look={active ? 'good' : 'off'}>{active ? 'active' : 'off'}</StatusMark>
      </Cell>
      <Cell column="days">{transit ? `${transit.min}–${transit.max}` : 'by country'}</Cell>
      <Cell column="limits">
        {weightWords(line)}
        {size && <small className="line-table__size">{size}</small>}
      </Cell>
      <Cell column="action">
        <button type="button" className="btn line-table__edit" onClick={onEdit}>
          Edit<span className="vh"> {name}</span>
        </button>
      </Cell>
    </Row>
  )
}
