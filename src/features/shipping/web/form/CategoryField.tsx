import './CategoryField.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, CircleAlert, X } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { CategoryGroup } from '#features/freight/public-lists.ts'
import { categoriesQuery } from '#features/freight/web/queries.ts'
import { shippingText } from '../../texts.ts'
import { useIdleCallback } from '../use-idle-callback.ts'

const loadPicker = () => import('./CategoryPicker.tsx')
const CategoryPicker = lazy(async () => ({ default: (await loadPicker()).CategoryPicker }))

type CategoryFieldProps = {
  id: string
  /** Ids of categories. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
  /** The field without JavaScript. */
  plain: ReactNode
}

/**
 * §2: the categories of goods in the parcel. The picker opens on demand; chosen categories are shown below it as chips.
 */
export function CategoryField({ id, chosen, onChange, error, plain }: CategoryFieldProps) {
  const root = useRef<HTMLFieldSetElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const { data: groups } = useQuery({
    ...categoriesQuery(),
    enabled: isRequested || isOpen || chosen.length > 0,
  })
  useIdleCallback(() => {
    setRequested(true)
    return loadPicker()
  })
  usePressOutside(root, isOpen, () => setOpen(false))

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <fieldset className="field category" ref={root} onKeyDown={handleKeyDown}>
      <legend className="field__label category__legend">{shippingText.category}</legend>
      <button
        ref={toggle}
        type="button"
        id={id}
        className="input category__toggle js-only"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-panes` : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onPointerEnter={loadPicker}
        onFocus={loadPicker}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{isOpen ? 'Done' : 'Choose categories'}</span>
        <ChevronDown className="icon" aria-hidden />
      </button>
      {isOpen && (
        <div className="panes" id={`${id}-panes`}>
          <Suspense>
            {groups && <CategoryPicker groups={groups} chosen={chosen} onChange={onChange} />}
          </Suspense>
        </div>
      )}
      {error && (
        <p className="err" id={`${id}-error`}>
          <CircleAlert className="icon icon--s" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {groups && chosen.length > 0 && (
        <CategoryChips
          groups={groups}
          chosen={chosen}
          onChange={onChange}
          onLastRemoved={() => toggle.current?.focus()}
        />
      )}
      {plain}
    </fieldset>
  )
}

type CategoryChipsProps = {
  groups: CategoryGroup[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Called when the last chip is removed, so that the focus can move elsewhere. */
  onLastRemoved: () => void
}

function CategoryChips({ groups, chosen, onChange, onLastRemoved }: CategoryChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const chosenCategories = groups.flatMap((group) =>
    group.children
      .filter(({ id }) => chosen.includes(id))
      .map(({ id, name }) => ({ id, name: `${group.name}/${name}` })),
  )
  function remove(removedId: string, index: number) {
    const buttons = list.current?.querySelectorAll('button')
    const neighbor = buttons?.[index + 1] ?? buttons?.[index - 1]
    if (neighbor) neighbor.focus()
    else onLastRemoved()
    onChange(chosen.filter((id) => id !== removedId))
  }
  return (
    <ul className="category__chips js-only" ref={list}>
      {chosenCategories.map(({ id, name }, index) => (
        <li className="chip chip--x" key={id}>
          <span>{name}</span>
          <button type="button" className="chip__x" onClick={() => remove(id, index)}>
            <X className="icon icon--s" aria-hidden />
            <span className="visually-hidden">{`Remove ${name}`}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Calls `onPress` after a click outside. It handles `click` and not `pointerdown`: otherwise the page would move under
 * the finger before the click arrives.
 */
function usePressOutside(
  root: React.RefObject<HTMLElement | null>,
  isOpen: boolean,
  onPress: () => void,
): void {
  const latestOnPress = useRef(onPress)
  useEffect(() => {
    latestOnPress.current = onPress
  })
  useEffect(() => {
    if (!isOpen) return undefined
    // The event's path is used, because the clicked element may already be removed.
    const handle = (event: MouseEvent) => {
      if (root.current && !event.composedPath().includes(root.current)) latestOnPress.current()
    }
    document.addEventListener('click', handle)
    return () => document.removeEventListener('click', handle)
  }, [root, isOpen])
}
