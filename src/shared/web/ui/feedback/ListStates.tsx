import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRequestError } from '#shared/failure.ts'
import './ListStates.css'
import { Table, TableCell, type TableColumn, TableRow } from '#shared/web/ui/lists/Table.tsx'
import { Skeleton } from './Skeleton.tsx'

type TableSkeletonProps = {
  /** What is loading: 'products'. */
  of: string
  columns: readonly TableColumn[]
  rows?: number
  hasPictures?: boolean
  /** The table's own class, for the widths of its columns. */
  className?: string
}

/** Placeholder rows of a list that is loading, in their final size; they appear only after a moment. */
export function TableSkeleton({ of, columns, rows = 8, hasPictures, className }: TableSkeletonProps) {
  return (
    <div className="list-loading">
      <p className="visually-hidden" role="status">
        {`Loading ${of}`}
      </p>
      <Table
        label={`Loading ${of}`}
        columns={columns}
        isBusy
        {...(hasPictures && { hasPictures })}
        {...(className && { className })}
      >
        {Array.from({ length: rows }, (_, index) => (
          <TableRow key={index}>
            {columns.map((column) => (
              <TableCell key={column.key} column={column.key}>
                <SkeletonCell column={column} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </Table>
    </div>
  )
}

function SkeletonCell({ column: { position = 'third', isSelect } }: { column: TableColumn }) {
  if (position === 'picture') return <Skeleton shape="square" />
  return <Skeleton className={isSelect ? 'skeleton--select' : `skeleton--${position}`} />
}

type ListNoteProps = {
  title: string
  text?: ReactNode
  /** A button or link to the next step. */
  children?: ReactNode
}

/** Replaces the rows of an empty list. */
export function ListEmpty(props: ListNoteProps) {
  return (
    <div className="table-box" role="status">
      <ListNote {...props} />
    </div>
  )
}

type ListErrorProps = {
  error: unknown
  onRetry: () => void
  isBusy?: boolean
  /** The title when more than a list failed. */
  title?: string
}

/** Replaces the rows when the list could not be loaded. */
export function ListError(props: ListErrorProps) {
  const { error, onRetry, isBusy = false, title = "We couldn't load the list" } = props
  const reference = isRequestError(error) ? error.requestId : undefined
  return (
    <div className="table-box" role="alert">
      <ListNote
        title={title}
        text={reference ? `Nothing was changed. Reference: ${reference}` : 'Nothing was changed.'}
      >
        <button type="button" className="btn" aria-disabled={isBusy || undefined} onClick={onRetry}>
          <RotateCcw className="icon icon--s" aria-hidden />
          Try Again
        </button>
      </ListNote>
    </div>
  )
}

function ListNote({ title, text, children }: ListNoteProps) {
  return (
    <div className="list-note">
      <svg
        className="list-note__drawing"
        viewBox="0 0 132 72"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        aria-hidden="true"
      >
        <rect x="2" y="2" width="128" height="68" rx="4" />
        <path d="M2 20h128M2 37h128M2 54h128M24 2v68" />
      </svg>
      <p className="list-note__title">{title}</p>
      {text && <p className="list-note__text">{text}</p>}
      {children}
    </div>
  )
}
