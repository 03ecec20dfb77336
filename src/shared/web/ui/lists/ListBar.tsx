import { ChevronDown, Search } from 'lucide-react'
import type { ComponentProps, ReactNode, SubmitEvent } from 'react'
import './ListBar.css'

type ListBarProps = {
  onSubmit: () => void
  /** Which part of the list is shown: '601–700 of 2,254'. */
  summary?: ReactNode
  children: ReactNode
}

/** The filters above a list. */
export function ListBar({ onSubmit, summary, children }: ListBarProps) {
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <search>
      <form className="list-bar" onSubmit={handleSubmit} noValidate>
        {children}
        <p className="list-bar__end" role="status">
          {summary}
        </p>
      </form>
    </search>
  )
}

type ListSearchProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & { id: string; label: string }

export function ListSearch({ label, ...input }: ListSearchProps) {
  return (
    <div className="field list-bar__search">
      <label className="field__label" htmlFor={input.id}>
        {label}
      </label>
      <span className="list-bar__glass">
        <Search className="icon" aria-hidden />
        <input className="input" type="search" autoComplete="off" spellCheck={false} {...input} />
      </span>
    </div>
  )
}

type ListFilterProps = ComponentProps<'select'> & { id: string; label: string }

export function ListFilter({ label, children, ...select }: ListFilterProps) {
  return (
    <div className="field list-bar__filter">
      <label className="field__label" htmlFor={select.id}>
        {label}
      </label>
      <span className="selectwrap">
        <select className="input select" {...select}>
          {children}
        </select>
        <ChevronDown className="icon icon--s" aria-hidden />
      </span>
    </div>
  )
}
