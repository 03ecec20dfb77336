import { type ComponentProps, createContext, type ReactNode, type Ref, useContext, useMemo } from 'react'
import './Table.css'
import './TableCards.css'

/** The position of a cell on the card that replaces the row on narrow screens. */
export type CardPosition =
  /** A picture at the upper left, 32 px wide, on cards 56 px. */
  | 'picture'
  /** The title of the row, and the line below it. On cards the column's name is omitted. */
  | 'lead'
  | 'sub'
  /** Two or three cells side by side, or one cell on its own line. */
  | 'half'
  | 'third'
  | 'wide'
  /** The actions, at the bottom. */
  | 'end'
  /** Not on cards. */
  | 'none'

export type TableColumn = {
  key: string
  label: string
  /** Numbers: aligned right, in digits of equal width. */
  isNumeric?: boolean
  /** No wider than its content. */
  isNarrow?: boolean
  /** The column's name is for screen readers only. */
  isQuiet?: boolean
  /** The cells contain a select, so placeholders get its height. */
  isSelect?: boolean
  position?: CardPosition
}

type TableProps = {
  /** The name of the table, for screen readers. */
  label: string
  columns: readonly TableColumn[]
  /** The rows have no pictures, so the text of cards begins at the left edge. */
  hasPictures?: boolean
  isBusy?: boolean
  /** The table's body, for code that moves its rows. */
  bodyRef?: Ref<HTMLTableSectionElement>
  className?: string
  children: ReactNode
}

const ColumnsContext = createContext<ReadonlyMap<string, TableColumn>>(new Map())

/**
 * A table. When it is narrower than 720 px, each row is shown as a card. The roles are explicit, because the
 * styles of cards would remove them.
 */
export function Table(props: TableProps) {
  const { label, columns, hasPictures = false, isBusy, bodyRef, className = '', children } = props
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns])
  return (
    <div className={`table-box ${className}`} aria-busy={isBusy || undefined}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a table drawn as cards is none for screen readers */}
      <table className={hasPictures ? 'table table--pictures' : 'table'} role="table">
        <caption className="visually-hidden">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" className={getHeadClass(column)}>
                {column.isQuiet ? <span className="visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={bodyRef}>
          <ColumnsContext value={byKey}>{children}</ColumnsContext>
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  )
}

type TableRowProps = ComponentProps<'tr'> & { isSelected?: boolean }

/** A row of the table. `isSelected` marks the current row of the keyboard. */
export function TableRow({ isSelected = false, className = '', children, ...rest }: TableRowProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a row drawn as a card is none for screen readers
    <tr role="row" className={`${isSelected ? 'is-at' : ''} ${className}`.trim() || undefined} {...rest}>
      {children}
    </tr>
  )
}

type TableCellProps = {
  /** The key of its column, which provides the defaults. */
  column?: string
  /** The label above it on cards. */
  label?: string
  position?: CardPosition
  isNumeric?: boolean
  isMuted?: boolean
  isStrong?: boolean
  className?: string
  children?: ReactNode
}

const placesWithoutLabel: readonly CardPosition[] = ['picture', 'lead', 'sub', 'end']

/** A row's cell in one column. */
export function TableCell(props: TableCellProps) {
  const columnDefaults = useContext(ColumnsContext).get(props.column ?? '')
  const {
    position = columnDefaults?.position ?? 'third',
    isNumeric = columnDefaults?.isNumeric,
    isMuted,
    isStrong,
  } = props
  const label = props.label ?? (placesWithoutLabel.includes(position) ? undefined : columnDefaults?.label)
  const classes = [
    `cell--${position}`,
    isNumeric && 'cell--numeric',
    isMuted && 'cell--muted',
    isStrong && 'cell--strong',
    props.className,
  ]
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a cell drawn as part of a card is none for screen readers
    <td role="cell" className={classes.filter(Boolean).join(' ')} data-label={label}>
      {props.children}
    </td>
  )
}

function getHeadClass({ isNumeric, isNarrow }: TableColumn): string | undefined {
  const classes = [isNumeric && 'cell--numeric', isNarrow && 'cell--narrow']
  return classes.filter(Boolean).join(' ') || undefined
}
