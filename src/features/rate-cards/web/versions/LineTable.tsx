import { useCountryNames } from '#features/freight/web/use-country-names.ts'
import type { ShippingLine } from '#shared/freight/rate-card.ts'
import { Table, TableCell, type TableColumn, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { StatusMark } from '#shared/web/ui/values/StatusMark.tsx'
import { TruncatedText } from '#shared/web/ui/values/TruncatedText.tsx'
import './LineTable.css'
import { formatSizeLimits, formatWeightLimits, listLineCountries } from '../comparison/format-rates.ts'

export const lineColumns: readonly TableColumn[] = [
  { key: 'line', label: 'Line', position: 'lead' },
  { key: 'countries', label: 'Countries', position: 'sub' },
  { key: 'state', label: 'State', position: 'third' },
  { key: 'days', label: 'Days', position: 'third', isNumeric: true },
  { key: 'limits', label: 'Limits', position: 'wide' },
]

export function LineTable({ lines }: { lines: readonly ShippingLine[] }) {
  return (
    <Table label="Lines of the card" columns={lineColumns} className="table-box--slim line-table">
      {lines.map((line) => (
        <LineRow key={line.id} line={line} />
      ))}
    </Table>
  )
}

function LineRow({ line }: { line: ShippingLine }) {
  const getCountryName = useCountryNames()
  const { name, active = true, transit } = line
  const size = formatSizeLimits(line)
  return (
    <TableRow>
      <TableCell column="line" isStrong>
        {name}
      </TableCell>
      <TableCell column="countries" isMuted>
        <TruncatedText
          text={listLineCountries(line).map(getCountryName).join(', ')}
          maxLength={24}
          title={`${name}: countries`}
        />
      </TableCell>
      <TableCell column="state">
        <StatusMark variant={active ? 'good' : 'off'}>{active ? 'active' : 'off'}</StatusMark>
      </TableCell>
      <TableCell column="days">{transit ? `${transit.min}–${transit.max}` : 'by country'}</TableCell>
      <TableCell column="limits">
        <span>{formatWeightLimits(line)}</span>
        {size && <small className="line-table__size">{size}</small>}
      </TableCell>
    </TableRow>
  )
}
