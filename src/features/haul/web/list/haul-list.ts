import { useMemo, useState } from 'react'
import { saveCountry } from '#features/visitor/web/ship-to/use-saved-codes.ts'
import { paths } from '#shared/paths.ts'
import { useNavigate, useSearchParams } from '#shared/web/navigation/router.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { Haul, HaulItem } from '../../haul.ts'
import { parseHaulUrl } from '../../haul-url.ts'
import { addItem, addMissingItems, changeHaulItem, insertItem, type NewItem } from '../../item-list.ts'
import { getHaul, useHaul, writeHaul } from '../haul-edits.ts'

/** `copy` is an unchanged haul from the URL; `invalid`: the haul in the URL cannot be read. */
export type HaulOrigin = 'own' | 'copy' | 'invalid'

export type HaulList = {
  haul: Haul
  origin: HaulOrigin
  change: (part: Partial<Pick<Haul, 'packingPercent' | 'withinDays'>>) => void
  /** The country of the whole site. */
  changeDestination: (code: string) => void
  changeItem: (id: number, part: Partial<NewItem>) => void
  /**
   * Returns the id of the new row, or of the row of the same item that got one more piece; undefined when the list is
   * full.
   */
  add: (item: NewItem) => { id: number; isNew: boolean } | undefined
  addAll: (items: readonly NewItem[]) => number
  /** Removes an item and returns a function that restores it. */
  remove: (id: number) => () => void
  /** Removes all items and returns a function that restores them. */
  clear: () => () => void
  /** Leaves the copy and shows the haul of this device. */
  leaveCopy: () => void
}

/** The haul in the URL, else the haul of this device. The first change of a copy stores it as this device's haul. */
export function useHaulList(): HaulList {
  const code = useSearchParams().get('h')
  const navigate = useNavigate()
  const [leftCode, setLeftCode] = useState<string | null>(null)
  const ownHaul = useHaul()
  const shared = useMemo(() => (code === null ? undefined : parseHaulUrl(code)), [code])
  const origin = code === null || code === leftCode ? 'own' : shared ? 'copy' : 'invalid'
  const haul = useMemo(
    () =>
      origin === 'copy' && shared
        ? { ...shared, destination: shared.destination || ownHaul.destination }
        : ownHaul,
    [origin, shared, ownHaul],
  )

  function edit(change: (haul: Haul) => Haul): void {
    const previousHaul = getHaul()
    writeHaul(change(origin === 'copy' ? haul : previousHaul))
    if (origin === 'own') return
    leaveHaulUrl()
    if (origin === 'copy' && previousHaul.items.length > 0)
      toast('This copy replaced your haul.', { undo: () => writeHaul(previousHaul) })
  }

  function leaveHaulUrl(): void {
    setLeftCode(code)
    navigate(paths.haul(), { replace: true, preventScrollReset: true })
  }

  const withItems = (change: (items: readonly HaulItem[]) => readonly HaulItem[]) =>
    edit((currentHaul) => ({ ...currentHaul, items: change(currentHaul.items) }))

  return {
    haul,
    origin,
    change: (part) => edit((currentHaul) => ({ ...currentHaul, ...part })),
    changeDestination(destination) {
      saveCountry(destination)
      edit((currentHaul) => ({ ...currentHaul, destination }))
    },
    changeItem: (id, part) =>
      withItems((items) => items.map((item) => (item.id === id ? changeHaulItem(item, part) : item))),
    add(item) {
      const added = addItem(haul.items, item)
      if (added) withItems(() => added.items)
      return added
    },
    addAll(newItems) {
      const items = addMissingItems(haul.items, newItems)
      const count = items.length - haul.items.length
      if (count > 0) withItems(() => items)
      return count
    },
    remove(id) {
      const index = haul.items.findIndex((item) => item.id === id)
      const item = haul.items[index]
      withItems((items) => items.filter((item) => item.id !== id))
      return () => {
        if (item) withItems((items) => insertItem(items, index, item))
      }
    },
    clear() {
      const { items } = haul
      withItems(() => [])
      return () => withItems(() => items)
    },
    leaveCopy: leaveHaulUrl,
  }
}
