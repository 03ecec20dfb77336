import { type ComponentProps, createContext, type ReactNode, type Ref, useContext, useMemo } from 'react'
import './Table.css'
import './TableCards.css'

/** Where a cell stands on the card that its row becomes on narrow screens. */
export type CardPosition =
  /** At the upper left: a picture of 32 px, on cards 56. */
  | 'picture'
  /** What the row is about, and the line below it; on cards they omit the column's name. */
  | 'lead'
  | 'sub'
  /** Two or three cells side by side, or one on a line of its own. */
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
  /** Figures: aligned right, in tabular digits. */
  isNumeric?: boolean
  /** No wider than its content. */
  isNarrow?: boolean
  /** The column's name is for screen readers only. */
  isQuiet?: boolean
  /** Its cells hold a select, so that placeholders are as high. */
  isSelect?: boolean
  position?: CardPosition
}

type TableProps = {
  /** What the table holds, for screen readers. */
  label: string
  columns: readonly TableColumn[]
  /** Cards without pictures begin at the left edge. */
  hasPictures?: boolean
  isBusy?: boolean
  /** The table's body, for code that moves its rows. */
  bodyRef?: Ref<HTMLTableSectionElement>
  className?: string
  children: ReactNode
}

const ColumnsContext = createContext<ReadonlyMap<string, TableColumn>>(new Map())

/**
 * A table; below 720 px of its own width each row is a card. The roles are explicit, as cards would lose
 * them.
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

/** A row of the table; the selected one is where the keyboard is. */
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
